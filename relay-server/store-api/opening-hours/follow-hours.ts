// Opening hours by the clock: each minute who opens and who closes, each night what is learnt.
import { isOpenAt, minutesToChange, wallTime } from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import { pharmaciesAfter } from '../health/progress.queries.ts'
import { learntWeek, type OnlineHistory } from './learn-hours.ts'
import {
  dueHours,
  keepLearnt,
  keepLooks,
  presenceChanges,
  timeZonesOf,
  withOffline,
  type DueHours,
  type LookedAt,
  type PresenceChange,
} from './opening-hours.queries.ts'

/** On the two days a year on which clocks are set another state may come sooner than they tell. */
const MOST_MINUTES = 60

/** How many were due, at most `most`. Health follows the events of those where a computer is off. */
export async function followOpeningHours(db: StoreDb, most: number): Promise<number> {
  return db.transaction().execute(async (trx) => look(trx, null, most))
}

/** Of one pharmacy, in a transaction that changed its hours. */
export async function lookAtHours(trx: StoreTransaction, customerId: number): Promise<void> {
  await look(trx, customerId, 1)
}

async function look(trx: StoreTransaction, only: number | null, most: number): Promise<number> {
  const due = await dueHours(trx, only, most)
  const looks = due.map(lookedAt)
  await keepLooks(trx, looks)
  const changed = due.filter(({ isOpen }, at) => isOpen !== looks[at]?.isOpen)
  const customerIds = await withOffline(
    trx,
    changed.map(({ customerId }) => customerId),
  )
  await appendEvents(
    trx,
    customerIds.map((customerId) => ({ kind: 'customer', customerId })),
  )
  return due.length
}

/** One whose hours are not known counts as open. */
function lookedAt({ customerId, timeZone, week, now }: DueHours): LookedAt {
  if (week === null) return { customerId, isOpen: true, nextInMinutes: MOST_MINUTES }
  const time = wallTime(timeZone, now)
  const nextInMinutes = Math.min(MOST_MINUTES, minutesToChange(week, time))
  return { customerId, isOpen: isOpenAt(week, time), nextInMinutes }
}

const PHARMACIES_AT_ONCE = 50

/** Over all pharmacies, until `signal` says otherwise; how many have hours that were learnt. `timeZone`: of those that have none yet. */
export async function learnOpeningHours(db: StoreDb, timeZone: string, signal: AbortSignal): Promise<number> {
  let [after, learnt] = [0, 0]
  while (!signal.aborted) {
    const customerIds = await pharmaciesAfter(db, after, PHARMACIES_AT_ONCE)
    const last = customerIds.at(-1)
    if (last === undefined) return learnt
    learnt += await learnOf(db, customerIds, timeZone)
    after = last
  }
  return learnt
}

async function learnOf(db: StoreDb, customerIds: readonly number[], timeZone: string): Promise<number> {
  const [{ now, changes }, zones] = await Promise.all([
    presenceChanges(db, customerIds),
    timeZonesOf(db, customerIds),
  ])
  const byPharmacy = Map.groupBy(changes, ({ customerId }) => customerId)
  const found = [...byPharmacy].map(([customerId, ofPharmacy]) => {
    const zone = zones.get(customerId) ?? timeZone
    const computers = [...Map.groupBy(ofPharmacy, ({ computerId }) => computerId).values()]
    const nowMs = now.getTime()
    const histories = computers.map((computer) => onlineHistory(computer, nowMs))
    return { customerId, timeZone: zone, week: learntWeek(histories, { timeZone: zone, nowMs }) }
  })
  await keepLearnt(db, found)
  return found.filter(({ week }) => week !== null).length
}

/** Of one computer: before its first change it was as that one says, and without any as it is now. */
function onlineHistory(changes: readonly PresenceChange[], nowMs: number): OnlineHistory {
  const [first] = changes
  if (first === undefined) return { knownSinceMs: nowMs, online: [] }
  const knownSinceMs = first.knownSince.getTime()
  const online: { fromMs: number; toMs: number }[] = []
  let sinceMs = (first.wasOnline ?? first.isOnline) ? knownSinceMs : null
  for (const { at, becameOnline } of changes) {
    if (at === null || becameOnline === (sinceMs !== null)) continue
    if (sinceMs !== null) online.push({ fromMs: sinceMs, toMs: at.getTime() })
    sinceMs = becameOnline === true ? at.getTime() : null
  }
  if (sinceMs !== null) online.push({ fromMs: sinceMs, toMs: nowMs })
  return { knownSinceMs, online }
}
