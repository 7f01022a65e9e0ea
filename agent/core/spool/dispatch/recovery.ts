// What the last process left behind: labels that wait go on, and those that were being sent are judged.
//
// A label that was being sent is called unknown at once, so that a person sees it within seconds; what the printer
// says a little later may still decide it, unless somebody answered before.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { AGENT_ENDED, BEING_ASKED, type Doubt } from '../rules/doubt-rule.ts'
import { lifeOf } from '../rules/expiry.ts'
import { hasLeft, needsAPerson } from '../rules/job-states.ts'
import { jobView } from '../view/job-view.ts'
import { judge, type JudgingParts } from './judging.ts'
import type { PersonAnswers } from '../person-answers.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { LeftTry } from '../store/progress.ts'
import type { JobRow, OpenAttempt, SpoolStore } from '../store/spool-store.ts'
import type { NewWaiting } from './queue.ts'

export interface RecoveryParts extends JudgingParts {
  readonly store: SpoolStore
  readonly dispatcher: Dispatcher
  /** Whether a destination can be asked at all; says so at once. */
  readonly canLook: (destination: string) => boolean
  /** What people said and what was not carried out yet: PersonAnswers. */
  readonly answers: Pick<PersonAnswers, 'decided' | 'resume'>
  /** When a pause ended last, as Unix time: nobody has waited before. Null: none did. */
  readonly pauseEndedAtMs?: () => number | null
}

/** A printer that stopped reading is given up after this time at the earliest (SOCKET_LIMITS.stallMs). */
export const UNREAD_AFTER_MS = 30_000

/** How many finished jobs are looked through for what a person should see. */
const LOOKED_THROUGH = 200

/** Resolves once every job has a state that is true; printers are asked afterwards, before the next label. */
export async function recover(parts: RecoveryParts): Promise<void> {
  const { store, ledger, dispatcher, logger } = parts
  // Nor does one begin where this fails, or the route changes meanwhile.
  const taken = Promise.withResolvers<void>()
  dispatcher.holds.add(taken.promise)
  const newest = await store.list(LOOKED_THROUGH)
  const lastOut = newest
    .filter(({ state }) => hasLeft(state))
    .toSorted((one, other) => other.changedAtMs - one.changedAtMs)
    .slice(0, 1)
  for (const row of [...newest.slice(0, 1), ...lastOut]) ledger.board.set(jobView(row))
  for (const row of newest) if (needsAPerson(row.state) || row.state === 'forwarded') ledger.show(row)
  const attempts = new Map((await store.openAttempts()).map((open) => [open.jobId, open]))
  const interrupted: (Doubt | null)[] = []
  const left = leftTries([...attempts.values()], store)
  for (const row of await store.unfinished()) {
    const open = attempts.get(row.id) ?? null
    const computer = handedTo(row, open)
    if (computer !== null || row.state === 'accepted' || row.state === 'waiting_for_printer')
      dispatcher.queue.add({ ...(await waitingAgain(row, parts)), at: computer })
    else if (row.state === 'sending') interrupted.push(await takeUp(row, left.get(row.id) ?? null, parts))
    else ledger.show(row)
  }
  for (const row of newest) stopAsking(row, parts)
  logger.info('spool.recovered', { waiting: dispatcher.waiting(), interrupted: interrupted.length })
  const decided = await parts.answers.decided()
  if (decided.length > 0) dispatcher.holds.add(parts.answers.resume(decided))
  const asked = interrupted.filter((doubt) => doubt !== null)
  dispatcher.holds.add(judgeAll(asked, parts))
  taken.resolve()
  void ledger.settled().then(() => store.progress.start())
}

/**
 * The process may have died just after it had given the printer up, and before that was on the disk: the printer would
 * then still have what it did not read. Not so soon after the label was begun; a clock that went back says nothing.
 */
function mayBeUnread({ startedAtMs }: OpenAttempt, nowMs: number): boolean {
  const sinceMs = nowMs - startedAtMs
  return sinceMs < 0 || sinceMs >= UNREAD_AFTER_MS
}

/** What the last process was asking a printer about when it ended is left to a person. */
function stopAsking(row: JobRow, { ledger }: RecoveryParts): void {
  const at = row.state === 'unknown' ? row.reasons.findIndex(({ code }) => code === BEING_ASKED.code) : -1
  if (at < 0 || row.target !== null) return
  const before = row.reasons.slice(0, at).filter(({ code }) => code !== AGENT_ENDED.code)
  ledger.settle(row, { state: 'unknown', reasons: [...before, AGENT_ENDED] })
}

interface Left {
  readonly open: OpenAttempt
  readonly how: LeftTry
}

/**
 * How far each try had come. Of several of which nothing is known the counter of the printer says nothing: any of them may have
 * moved it.
 */
function leftTries(attempts: readonly OpenAttempt[], { progress }: SpoolStore): Map<string, Left> {
  const all = attempts.map((open): Left => ({ open, how: progress.left(open) }))
  const isAlone =
    all.filter(({ open, how }) => open.kind === 'printer' && how.kind === 'not_known').length < 2
  return new Map(
    all.map(({ open, how }) => {
      const isCounted = how.kind !== 'not_known' || isAlone
      return [open.jobId, { how, open: isCounted ? open : { ...open, odometer: null } }]
    }),
  )
}

/** Null: nobody need ask its printer. */
async function takeUp(row: JobRow, left: Left | null, parts: RecoveryParts): Promise<Doubt | null> {
  if (left === null) return interrupt(row, null, parts)
  const { open, how } = left
  switch (how.kind) {
    case 'not_known':
      return interrupt(row, open, parts)
    case 'begun':
      return interrupt(row, { ...open, odometer: how.odometer }, parts)
    case 'ended':
      parts.ledger.settle(row, how.outcome)
      return null
    case 'not_begun':
      parts.dispatcher.queue.add(await waitingAgain(await notBegun(row, parts), parts))
      return null
    default:
      return how satisfies never
  }
}

/** Where the disk fails, its next try ends this one there too. */
async function notBegun(row: JobRow, { ledger, logger }: RecoveryParts): Promise<JobRow> {
  const change = { state: 'waiting_for_printer', reasons: [], bytesSent: 0 } as const
  try {
    return await ledger.change(row, change)
  } catch (error) {
    logger.error('spool.outcome-not-kept', error, { job: row.id, state: change.state })
    return { ...row, state: change.state, reasons: change.reasons }
  }
}

/** Asked of the disk before anything that follows, and until the disk takes it. Null: its printer cannot be asked. */
function interrupt(row: JobRow, open: OpenAttempt | null, parts: RecoveryParts): Doubt | null {
  const isAsked = open !== null && parts.canLook(open.destination)
  const [cause, code] = [AGENT_ENDED, 'interrupted']
  const reasons = [cause, isAsked ? BEING_ASKED : reason('cannot_be_asked', {})]
  parts.ledger.settle(row, { state: 'unknown', reasons, code })
  if (!isAsked) return null
  const { destination, odometer } = open
  return { row, destination, odometer, cause, code, mayBeUnread: mayBeUnread(open, parts.clock.wallMs()) }
}

/**
 * The computer that may have a label: its id makes it safe to hand it there again, and nowhere else. What was accepted
 * for a computer may have left before the disk had the attempt; what waited with a reason had not.
 */
function handedTo({ state, target }: JobRow, open: OpenAttempt | null): string | null {
  if (open?.kind === 'computer') return open.destination
  return state === 'accepted' ? target : null
}

async function waitingAgain(
  row: JobRow,
  { store, ledger, clock, pauseEndedAtMs }: RecoveryParts,
): Promise<NewWaiting> {
  const nowMs = clock.wallMs()
  const { ageMs, sawJump } = lifeOf(await store.trace(row.id), nowMs)
  const pauseEnd = pauseEndedAtMs?.() ?? null
  const waitedMs = pauseEnd === null ? ageMs : Math.min(ageMs, Math.max(0, nowMs - pauseEnd))
  ledger.show(row)
  return { row, sinceMs: clock.monotonicMs() - waitedMs, sawJump }
}

/**
 * Once the disk has every doubt, also one that it did not take at first: a label that begins before moves the counter, and another
 * crash would have it speak of the label in doubt. Newest first, so that labels that are sent again stand before the queue in their order.
 */
async function judgeAll(doubts: readonly Doubt[], parts: RecoveryParts): Promise<void> {
  await parts.ledger.settled()
  for (const doubt of doubts.toReversed()) {
    if (parts.signal.aborted) return
    await judge(doubt, 0, parts).catch((error: unknown) =>
      parts.logger.error('spool.not-judged', error, { job: doubt.row.id }),
    )
  }
}
