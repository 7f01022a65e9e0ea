// All that the store knows of each problem, a row each: which computers have it, since when, how many labels it concerns. Every
// one is read by an index in the order of `since`, so that the first page costs the same however many there are.
import { sql, type RawBuilder } from 'kysely'
import {
  EXPIRED_PROBLEM_HOURS,
  OFFLINE_PROBLEM_HOURS,
  type SupportProblem,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import { IS_CURRENT } from '../conflicts/conflicts.queries.ts'
import { notYetOpen } from '../opening-hours/opening-hours.queries.ts'

/** Rows of hours that are looked at, the oldest first: a day on which every label expired must not stop the page. */
const MOST_EXPIRED_HOURS = 5_000

/** In a subquery: computed once and not for each row. */
const NOW = sql`(select relay_now())`
export const MAY_CONNECT = sql`"computerId" not in (
  select "computerId" from "RelaySupportFacts" where "access" <> 'approved')`

/**
 * The newest release that runs anywhere; 0 without one. Odd: a preview makes no computer outdated. Neither does what the
 * computers of a single pharmacy claim: that is no release yet.
 */
export const NEWEST_AGENT: RawBuilder<unknown> = sql`coalesce((
  select v."agentOrder" from "RelayAgentVersions" v where v."isRelease" and v."agentOrder" % 2 = 1
    and exists (select from "RelaySupportFacts" f where f."agentOrder" = v."agentOrder")
  order by v."agentOrder" desc limit 1), 0)`

/** Of those for which it became a problem after a moment (`>`) or not (`<=`): at most `most`, for counting. */
type When = (
  when: RawBuilder<unknown>,
  bounds: { readonly moment: Date; readonly most: number },
) => RawBuilder<unknown>

interface ProblemSource {
  /** Selects computerId, since, and what `order` names; at least the first `most` of them. */
  readonly rows: (most: number) => RawBuilder<unknown>
  /** The same with those of pharmacies that are closed: what began there is not over because of that. Left out: as `rows`. */
  readonly still?: (most: number) => RawBuilder<unknown>
  /** Longest first. */
  readonly order: RawBuilder<unknown>
  /** How many labels of RelayComputers c it concerns; left out: none. */
  readonly labels?: RawBuilder<unknown>
  /** What is told of it beside: the health of the computer, or why it could not apply its assignment. */
  readonly tells?: 'health' | 'failure'
  /** Left out: when it became one says `since`. `unknown`: nobody can say, so no change is told of it. */
  readonly began?: When | 'unknown'
  /** Its `since` moves while it lasts, so that nobody can say what ended. */
  readonly hasNoEnd?: true
}

const BY_SINCE = sql`"since", "computerId"`

/** An hour of its opening hours at least. */
const IN_HOURS = sql`"customerId" not in (${notYetOpen(OFFLINE_PROBLEM_HOURS)})`

// Each half ends by itself: PostgreSQL would sort both whole otherwise.
const offlineOf =
  (where: RawBuilder<unknown>) =>
  (most: number): RawBuilder<unknown> =>
    sql`
  (select "computerId", "since" from "RelayPresence"
  where "state" = 'offline' and "since" < ${NOW} - make_interval(hours => ${OFFLINE_PROBLEM_HOURS}::integer)
    and ${MAY_CONNECT} and ${where} order by "since", "computerId" limit ${most})
  union all
  (select "computerId", "unseenSince" from "RelaySupportFacts"
  where "unseenSince" < ${NOW} - make_interval(hours => ${OFFLINE_PROBLEM_HOURS}::integer)
  order by "unseenSince", "computerId" limit ${most})`

/** At most `most` of each half. */
const offlineWhen: When = (when, { moment, most }) => {
  const hours = sql`make_interval(hours => ${OFFLINE_PROBLEM_HOURS}::integer)`
  const at = sql`${moment}::timestamptz - ${hours}`
  // In the morning it becomes one an hour after its pharmacy opened.
  const opened = sql`coalesce((select o."openSince" from "OpeningHours" o where o."customerId" = p."customerId"), p."since")`
  return sql`
    (select "computerId" from "RelayPresence" p where "state" = 'offline'
    and "since" < ${NOW} - ${hours} and greatest("since", ${opened}) ${when} ${at} and ${MAY_CONNECT} and ${IN_HOURS} limit ${most})
    union all
    (select "computerId" from "RelaySupportFacts"
    where "unseenSince" < ${NOW} - ${hours} and "unseenSince" ${when} ${at} limit ${most})`
}

const EXPIRED = sql`
  select "computerId", min("hour") as "since" from (
    select "computerId", "hour" from "RelayJobHours"
    where ("counts" ->> 'expired')::integer > 0
      and "hour" > ${NOW} - make_interval(hours => ${EXPIRED_PROBLEM_HOURS}::integer)
    order by "hour" limit ${MOST_EXPIRED_HOURS}
  ) h where ${MAY_CONNECT} group by "computerId"`

// The older the version, the longer there has been a newer one.
const OUTDATED = sql`
  select f."computerId", f."agentOrder", coalesce((
    select min(v."firstSeenAt") from "RelayAgentVersions" v
    where v."isRelease" and v."agentOrder" > f."agentOrder" and v."agentOrder" <= ${NEWEST_AGENT}
  ), f."accessSince") as "since"
  from "RelaySupportFacts" f where f."agentOrder" < ${NEWEST_AGENT}`

/** Of the computer that has the cause. */
const stops = (group: 'printer' | 'way' | 'stopped'): ProblemSource => ({
  rows: () => sql`select "computerId", "since" from "RelayHealth" where "group" = ${sql.lit(group)}`,
  order: BY_SINCE,
  labels: sql`coalesce((c."jobsWaiting" ->> 'printer')::integer, 0)`,
  tells: 'health',
})

export const PROBLEM_SOURCES: Readonly<Record<SupportProblem, ProblemSource>> = {
  printer: stops('printer'),
  way: stops('way'),
  stopped: stops('stopped'),
  offline: { rows: offlineOf(IN_HOURS), still: offlineOf(sql`true`), order: BY_SINCE, began: offlineWhen },
  conflict: {
    rows: () => sql`
      select "computerId", min("since") as "since" from "RelayConflictSides" s
      where ${IS_CURRENT} and ${MAY_CONNECT} group by "computerId"`,
    order: BY_SINCE,
  },
  configuration: {
    rows: () => sql`
      select "computerId", "stateAt" as "since" from "RelayAssignments" where "state" = 'failed' and ${MAY_CONNECT}`,
    order: BY_SINCE,
    tells: 'failure',
  },
  answers: {
    rows: () => sql`
      select "computerId", "answersSince" as "since" from "RelaySupportFacts" where "answersSince" is not null`,
    order: BY_SINCE,
    labels: sql`(select f."answers" from "RelaySupportFacts" f where f."computerId" = c."id")`,
  },
  // When the oldest of its labels drops out after a day it is another moment.
  expired: {
    rows: () => EXPIRED,
    order: BY_SINCE,
    labels: sql`(select sum((h."counts" ->> 'expired')::integer)::integer from "RelayJobHours" h
      where h."computerId" = c."id"
        and h."hour" > relay_now() - make_interval(hours => ${EXPIRED_PROBLEM_HOURS}::integer))`,
    hasNoEnd: true,
  },
  approval: {
    rows: () =>
      sql`select "computerId", "accessSince" as "since" from "RelaySupportFacts" where "access" = 'waiting'`,
    order: BY_SINCE,
  },
  // What makes one outdated is a release.
  outdated: { rows: () => OUTDATED, order: sql`"agentOrder", "computerId"`, began: 'unknown' },
  // What a computer that is away said of its clock may be long mended.
  clock: {
    rows: () => sql`
      select w."computerId", w."since" from "RelayWrongClocks" w
      join "RelayPresence" p on p."computerId" = w."computerId" and p."state" <> 'offline'`,
    order: BY_SINCE,
  },
}
