// Has a printer decide about a label in doubt: looks at its counter until two looks agree, and carries the verdict out.
//
// The state is `unknown` on the disk before the first look, so that a crash in between leaves it to a person. Whoever
// judges holds the dispatcher: the counter speaks of this label only while no other one begins.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import {
  isAtRest,
  isCounted,
  LOOKS_APART_MS,
  verdictOn,
  type Doubt,
  type PrinterLook,
  type Verdict,
} from '../rules/doubt-rule.ts'
import { lifeOf } from '../rules/expiry.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Odometers } from './odometers.ts'
import { isStopped, titleOf, type Route } from '../rules/route.ts'
import type { JobRow, SpoolStore, TraceStep } from '../store/spool-store.ts'
import type { TryParts } from './try.ts'

/** Asks a printer how far it is, on a connection of its own, within seconds; null when it cannot be asked. */
export type LookAt = (
  destination: string,
  signal: AbortSignal,
  /** Of the label that it is about. */
  title?: string,
) => Promise<Omit<PrinterLook, 'atMs'> | null>

export interface JudgingParts extends Omit<TryParts, 'store'> {
  readonly store: Pick<SpoolStore, 'find' | 'trace'>
  readonly dispatcher: Pick<Dispatcher, 'queue' | 'go' | 'holds'>
  readonly odometers: Odometers
  readonly lookAt: LookAt
  readonly route: () => Route
  /** Of a printer that says that it has stopped: decided when it goes on (doubts.ts). */
  readonly keepDoubt: (doubt: Doubt) => void
  /** Runs nothing of a person in between. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
}

/** A printer that broke off is back within this time, or a person is asked. */
export const PATIENCE_MS = 15_000
const LOOK_AGAIN_MS = 1_000
/** A label on which a printer breaks off each time must not keep the others for ever. */
export const MOST_AGAIN = 2

/** Labels that its language counts; null when nobody knows. */
function countedCopies({ language, copies }: JobRow): number | null {
  return language === 'zpl' ? copies : null
}

/** Whether looks at a printer that can be asked may decide; otherwise nobody need wait for them. */
export function canDecide({ row, odometer }: Pick<Doubt, 'row' | 'odometer'>): boolean {
  return odometer !== null && countedCopies(row) !== null
}

/**
 * Resolves once the verdict is on the disk, within about 20 s of the `unknown` being there, half a minute at most; at once
 * where the printer had this label too often. Never throws.
 */
export async function judgeBreak(doubt: Doubt, parts: JudgingParts): Promise<void> {
  const { row } = doubt
  await parts.ledger.settled()
  if (parts.signal.aborted) return
  try {
    const timesAgain = againsIn(await parts.store.trace(row.id))
    if (timesAgain < MOST_AGAIN) return await judge(doubt, PATIENCE_MS, parts)
    const reasons = [doubt.cause, reason('tried_before', { times: timesAgain })]
    await parts.exclusively(async () => apply(doubt, { kind: 'unknown', reasons }, parts))
  } catch (error) {
    parts.logger.error('spool.not-judged', error, { job: row.id })
  }
}

/**
 * `patienceMs`: how long to wait for a printer that answers and is at rest. One that has stopped is not waited for: the doubt is
 * kept until it goes on. Throws what the store throws.
 */
export async function judge(doubt: Doubt, patienceMs: number, parts: JudgingParts): Promise<void> {
  const looks = await look(doubt, patienceMs, parts)
  if (parts.signal.aborted) return
  if (canDecide(doubt) && !looks.some(({ isIdle }) => isIdle) && isStopped(parts.route(), doubt.destination))
    return parts.keepDoubt(doubt)
  const verdict = verdictOn({ ...doubt, copies: countedCopies(doubt.row) }, looks)
  await parts.exclusively(async () => apply(doubt, verdict, parts))
  // What may still come out would pass for the next label.
  const isOver = verdict.kind !== 'unknown' || !doubt.mayBeUnread
  const isCounter = verdict.kind === 'printed' || (isOver && looks.length > 1 && isAtRest(looks))
  parts.odometers.keep(doubt.destination, isCounter ? (looks.at(-1)?.odometer ?? null) : null)
}

/** Two looks so far apart that bytes of the old connection have arrived; one when it says enough, none without an answer. */
async function look(doubt: Doubt, patienceMs: number, parts: JudgingParts): Promise<PrinterLook[]> {
  const { clock, signal } = parts
  const endMs = clock.monotonicMs() + patienceMs
  let before: PrinterLook | null = null
  for (;;) {
    const now = signal.aborted ? null : await lookOnce(doubt, parts)
    const looks = now === null ? [] : before === null ? [now] : [before, now]
    if (now?.isJobFinished === true || isEnough(doubt, now, parts)) return looks
    // A pair that was begun in time is finished.
    const isOver = clock.monotonicMs() >= endMs && (now === null || before !== null)
    if (signal.aborted || isOver || (looks.length > 1 && isAtRest(looks))) return looks
    before = now
    // One that has just gone on prints what it holds within a moment.
    const isSoon = now === null || (doubt.hasStopped === true && !now.isIdle)
    await passes(isSoon ? LOOK_AGAIN_MS : LOOKS_APART_MS, parts)
  }
}

/** It will not say more for now, or has said all. */
function isEnough(doubt: Doubt, now: PrinterLook | null, { route }: JudgingParts): boolean {
  if (now?.isIdle !== true) return isStopped(route(), doubt.destination)
  const { hasStopped, odometer, row } = doubt
  return hasStopped === true && isCounted({ odometer, copies: countedCopies(row) }, now)
}

async function lookOnce(
  { destination, row }: Doubt,
  { lookAt, clock, signal }: JudgingParts,
): Promise<PrinterLook | null> {
  const seen = await lookAt(destination, signal, titleOf(row.id))
  return seen === null ? null : { ...seen, atMs: clock.monotonicMs() }
}

/** Sooner when the spool stops. */
async function passes(delayMs: number, { clock, signal }: JudgingParts): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = (): void => resolve()
  const cancel = clock.after(delayMs, stop)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  await promise
  cancel()
  signal.removeEventListener('abort', stop)
}

/** A person who answered in the meantime knows better. */
async function apply({ row: { id }, code }: Doubt, verdict: Verdict, parts: JudgingParts): Promise<void> {
  const { store, ledger, dispatcher, clock } = parts
  const row = await store.find(id)
  if (row?.state !== 'unknown' || row.pendingAnswer !== null || parts.signal.aborted) return
  const { kind, reasons } = verdict
  if (kind === 'unknown') {
    await ledger.change(row, { state: kind, reasons, ...(code === undefined ? {} : { code }) })
    return
  }
  if (kind !== 'again') {
    await ledger.change(row, { state: kind, reasons, evidence: kind === 'printed' ? 'L3' : 'L0' })
    return
  }
  const { ageMs, sawJump } = lifeOf(await store.trace(id), clock.wallMs())
  const waiting = await ledger.change(row, { state: 'waiting_for_printer', reasons })
  dispatcher.queue.addFirst({ row: waiting, sinceMs: clock.monotonicMs() - ageMs, sawJump })
  dispatcher.go()
}

/** How often it was sent again on its printer's word. */
function againsIn(steps: readonly TraceStep[]): number {
  return steps.filter(
    ({ state }, index) => state === 'waiting_for_printer' && steps[index - 1]?.state === 'unknown',
  ).length
}
