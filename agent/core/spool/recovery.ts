// What the last process left behind: labels that wait go on, and those that were being sent are judged.
//
// A label that was being sent is called unknown at once, so that a person sees it within seconds; what the printer
// says a little later may still decide it, unless somebody answered before.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { lifeOf } from './expiry.ts'
import { needsAPerson } from './job-states.ts'
import type { Lanes } from './lanes.ts'
import type { Ledger } from './ledger.ts'
import type { Odometers } from './odometers.ts'
import {
  afterRestart,
  CANNOT_ASK,
  LOOKS_APART_MS,
  NOT_ASKED_YET,
  type PrinterLook,
  type RestartVerdict,
} from './restart-rule.ts'
import { titleOf } from './route.ts'
import type { JobRow, OpenAttempt, SpoolStore } from './spool-store.ts'
import type { WaitingJob } from './waiting-row.ts'

/** Asks a printer how far it is, on a connection of its own, within seconds; null when it cannot be asked. */
export type LookAt = (
  destination: string,
  signal: AbortSignal,
  /** Of the label that it is about. */
  title?: string,
) => Promise<Omit<PrinterLook, 'atMs'> | null>

export interface RecoveryParts {
  readonly store: SpoolStore
  readonly ledger: Ledger
  readonly lanes: Lanes
  readonly odometers: Odometers
  readonly lookAt: LookAt
  /** Whether a destination can be asked at all; says so at once. */
  readonly canLook: (destination: string) => boolean
  /** Runs nothing of a person in between. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly clock: Clock
  readonly logger: Logger
  readonly signal: AbortSignal
}

interface Interrupted {
  readonly row: JobRow
  readonly open: OpenAttempt | null
}

/** How many finished jobs are looked through for what a person should see. */
const LOOKED_THROUGH = 200

/** Resolves once every job has a state that is true; printers are asked afterwards, before the next label. */
export async function recover(parts: RecoveryParts): Promise<void> {
  const { store, ledger, lanes, logger } = parts
  for (const row of await store.list(LOOKED_THROUGH))
    if (needsAPerson(row.state) || row.state === 'forwarded') ledger.show(row)
  const attempts = new Map((await store.openAttempts()).map((open) => [open.jobId, open]))
  const interrupted: Interrupted[] = []
  for (const row of await store.unfinished()) {
    const open = attempts.get(row.id) ?? null
    const computer = handedTo(row, open)
    if (computer !== null) lanes.addHanded(await waitingAgain(row, parts), computer)
    else if (row.state === 'sending') {
      interrupt(row, open, parts)
      interrupted.push({ row, open })
    } else if (row.state === 'accepted' || row.state === 'waiting_for_printer')
      lanes.row.add(await waitingAgain(row, parts))
    else ledger.show(row)
  }
  const asked = interrupted.filter(({ open }) => open !== null && parts.canLook(open.destination))
  logger.info('spool.recovered', { waiting: lanes.waiting(), interrupted: interrupted.length })
  lanes.hold(judgeAll(asked, parts))
}

/** Asked of the disk before anything that follows, and until the disk takes it. */
function interrupt(row: JobRow, open: OpenAttempt | null, parts: RecoveryParts): void {
  const reason = open !== null && parts.canLook(open.destination) ? NOT_ASKED_YET : CANNOT_ASK
  parts.ledger.settle(row, { state: 'unknown', reason, code: 'interrupted' })
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
  { store, ledger, clock }: RecoveryParts,
): Promise<Omit<WaitingJob, 'order'>> {
  const { ageMs, sawJump } = lifeOf(await store.trace(row.id), clock.wallMs())
  ledger.show(row)
  return { row, sinceMs: clock.monotonicMs() - ageMs, sawJump }
}

/** Newest first, so that labels that are sent again stand before the row in their order. */
async function judgeAll(interrupted: readonly Interrupted[], parts: RecoveryParts): Promise<void> {
  for (const { row, open } of interrupted.toReversed()) {
    if (open === null || parts.signal.aborted) continue
    try {
      const looks = await look({ destination: open.destination, title: titleOf(row.id) }, parts)
      const copies = row.language === 'zpl'
      const verdict = afterRestart({ odometer: open.odometer, copies: copies ? row.copies : null }, looks)
      await parts.exclusively(async () => apply(row, verdict, parts))
      parts.odometers.keep(open.destination, counterOf(looks))
    } catch (error) {
      parts.logger.error('spool.not-judged', error, { job: row.id })
    }
  }
}

interface LookedAt {
  readonly destination: string
  readonly title: string
}

/** Two looks so far apart that bytes of the old connection have arrived; one when the first says enough. */
async function look(at: LookedAt, parts: RecoveryParts): Promise<PrinterLook[]> {
  const first = await lookOnce(at, parts)
  if (first === null || first.isJobFinished) return first === null ? [] : [first]
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = parts.clock.after(LOOKS_APART_MS, resolve)
  parts.signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  cancel()
  const second = parts.signal.aborted ? null : await lookOnce(at, parts)
  return second === null ? [] : [first, second]
}

async function lookOnce(
  { destination, title }: LookedAt,
  { lookAt, clock, signal }: RecoveryParts,
): Promise<PrinterLook | null> {
  const seen = await lookAt(destination, signal, title)
  return seen === null ? null : { ...seen, atMs: clock.monotonicMs() }
}

/** A person who answered in the meantime knows better. */
async function apply({ id }: JobRow, { kind, words }: RestartVerdict, parts: RecoveryParts): Promise<void> {
  const { store, ledger, lanes, clock } = parts
  const row = await store.find(id)
  if (row === null || row.state !== 'unknown' || parts.signal.aborted) return
  if (kind === 'unknown') {
    await ledger.change(row, { state: 'unknown', reason: words, code: 'interrupted' })
    return
  }
  if (kind !== 'again') {
    const evidence = kind === 'printed' ? 'L3' : 'L0'
    await ledger.change(row, { state: kind, reason: words, evidence })
    return
  }
  const { ageMs, sawJump } = lifeOf(await store.trace(id), clock.wallMs())
  const waiting = await ledger.change(row, { state: 'waiting_for_printer', reason: words })
  lanes.row.addFirst({ row: waiting, sinceMs: clock.monotonicMs() - ageMs, sawJump })
  lanes.go()
}

/** Of two equal looks at a printer at rest, what it counts from now on. */
function counterOf(looks: readonly PrinterLook[]): number | null {
  const [first, last] = [looks[0], looks.at(-1)]
  const isAtRest = first !== undefined && first !== last && looks.every(({ isIdle }) => isIdle)
  return isAtRest && first.odometer === last?.odometer ? first.odometer : null
}
