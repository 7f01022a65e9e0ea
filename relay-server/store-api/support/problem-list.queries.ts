// The list by problem: how many computers have which, and one page of those that have one, the longest first.
import { sql } from 'kysely'
import {
  supportProblems,
  type ProblemComputer,
  type ProblemCounts,
  type ProblemListQuery,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import type { AssignmentFault } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { StoreDb } from '../database.ts'
import { shownHealth, type HealthRow } from '../health/shown-health.ts'
import { FOUND_COLUMNS, FOUND_JOINS, foundComputer, type FoundRow } from './found-computers.queries.ts'
import { NEWEST_AGENT, PROBLEM_SOURCES } from './problem-sources.queries.ts'

export interface ProblemFacts {
  readonly counts: ProblemCounts
  readonly newestVersion: string | null
  readonly asOf: Date
}

/** Each count ends at `most`: counting on would cost more than the number tells. */
export async function problemFacts(db: StoreDb, most: number): Promise<ProblemFacts> {
  const counts = supportProblems.map(
    (problem) => sql`(select count(*)::integer from (
      select from (${PROBLEM_SOURCES[problem].rows(most)}) r limit ${most}) n) as ${sql.ref(problem)}`,
  )
  const { rows } = await sql<ProblemCounts & Omit<ProblemFacts, 'counts'>>`
    select relay_now() as "asOf", ${sql.join(counts)},
      (select "version" from "RelayAgentVersions" where "agentOrder" = ${NEWEST_AGENT}) as "newestVersion"`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database answered a select of constants with no row')
  const { asOf, newestVersion, ...found } = row
  return { counts: found, newestVersion, asOf }
}

interface ProblemRow extends FoundRow {
  readonly since: Date
  readonly labels: number
  readonly failure: AssignmentFault | null
}

/** With the problems that stop labels. */
type ProblemHealth = ProblemRow & HealthRow

/** The page that the query names. */
export async function problemPage(db: StoreDb, query: ProblemListQuery): Promise<ProblemComputer[]> {
  const { problem, page, pageSize } = query
  const { rows: source, order, labels = sql`0`, tells = null } = PROBLEM_SOURCES[problem]
  const { rows } = await sql<ProblemHealth>`
    with shown as materialized (
      select r.*, row_number() over (order by ${order}) as "place" from (
        select * from (${source(page * pageSize)}) s order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}
      ) r
    )
    select ${FOUND_COLUMNS}, shown."since", ${labels} as "labels",
      case when ${tells === 'failure'} then a."failure" end as "failure",
      case when ${tells === 'health'} then h."level" end as "healthLevel", h."cause" as "healthCause",
      h."since" as "healthSince", h."atComputerId" as "healthAt", coalesce(k."displayName", k."pcName") as "healthAtName"
    from shown join "RelayComputers" c on c."id" = shown."computerId" ${FOUND_JOINS}
    left join "RelayHealth" h on h."computerId" = c."id"
    left join "RelayComputers" k on k."id" = h."atComputerId"
    left join "RelayAssignments" a on a."computerId" = c."id"
    order by shown."place"`.execute(db)
  return rows.map(problemComputer)
}

function problemComputer({ failure, since, ...row }: ProblemHealth): ProblemComputer {
  const { healthLevel, healthCause, healthSince, healthAt, healthAtName, ...found } = row
  const health = shownHealth({ healthLevel, healthCause, healthSince, healthAt, healthAtName })
  return { ...foundComputer(found), since: since.toISOString(), failure, health }
}
