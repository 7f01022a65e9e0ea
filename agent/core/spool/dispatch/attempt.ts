// One try to hand a label over: `sending` on the disk, then the bytes, then what became of them.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { MAX_REASONS, sameReasons, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Evidence } from '@pharmacy-relay/shared/print-job.ts'
import { BEING_ASKED, type Doubt } from '../rules/doubt-rule.ts'
import type { Ledger } from '../ledger.ts'
import type { Odometers } from './odometers.ts'
import { writeFailure, type WriteFailure } from '../../printers/write-outcome.ts'
import { afterFailure } from '../rules/retry-rule.ts'
import { titleOf, type Delivery, type PrinterRoute } from '../rules/route.ts'
import type { JobChange, JobRow, SpoolStore } from '../store/spool-store.ts'

export interface AttemptParts {
  readonly ledger: Ledger
  readonly store: Pick<SpoolStore, 'payload'>
  readonly odometers: Odometers
  readonly random: () => number
  /** Whether its printer can be asked about a label in doubt. */
  readonly canJudge: (doubt: Doubt) => boolean
  /** A label in doubt, as `canJudge` said; it is being called unknown. */
  readonly onDoubt: (doubt: Doubt) => void
  readonly logger: Logger
  /** Ends the attempt. */
  readonly signal: AbortSignal
}

export type AttemptEnd =
  /** `pauseMs`: before the next label; 0 where nothing speaks against it. */
  | { readonly kind: 'over'; readonly pauseMs: number }
  /** It stays in the queue. */
  | { readonly kind: 'again'; readonly row: JobRow; readonly afterMs: number }

/** A try of which the disk knows. */
export interface Started {
  readonly sending: JobRow
  /** Overwritten after use. */
  readonly payload: Uint8Array
  readonly odometer: number | null
  /** Tries that failed in a row at this destination. */
  readonly failuresBefore: number
}

const DISK_AGAIN_MS = 2_000

/** Never throws. */
export async function attempt(
  label: { readonly row: JobRow } & Pick<Started, 'odometer' | 'failuresBefore'>,
  route: PrinterRoute,
  parts: AttemptParts,
): Promise<AttemptEnd> {
  const { ledger, store, logger } = parts
  const { row, odometer } = label
  // Both at once: the payload is there when the commit is.
  const [started, payload] = await Promise.allSettled([
    ledger.startAttempt(row, { kind: 'printer', destination: route.destination, odometer }),
    store.payload(row.id),
  ])
  if (started.status === 'rejected') {
    logger.error('spool.attempt-not-kept', started.reason, { job: row.id })
    wipe(payload)
    return { kind: 'again', row, afterMs: DISK_AGAIN_MS }
  }
  const sending = started.value
  if (payload.status === 'rejected' || payload.value === null) {
    ledger.settle(sending, unreadable(payload))
    return { kind: 'over', pauseMs: 0 }
  }
  return handOver({ ...label, sending, payload: payload.value }, route, parts)
}

/** Never throws. */
export async function handOver(
  started: Started,
  route: PrinterRoute,
  parts: AttemptParts,
): Promise<AttemptEnd> {
  const { payload, sending: row, odometer } = started
  // Both commits may share a flush, but no byte leaves before the label before has its outcome on the disk: after a
  // crash the counter of the printer speaks of the one label that was open.
  await parts.ledger.settled()
  if (parts.signal.aborted) {
    payload.fill(0)
    return conclude({ ...started, delivery: writeFailure('stopped', false) }, route, parts)
  }
  const delivery = await write({ row, payload, odometer }, route, parts)
  payload.fill(0)
  return conclude({ ...started, delivery }, route, parts)
}

async function conclude(
  end: Pick<Started, 'sending' | 'odometer' | 'failuresBefore'> & { readonly delivery: Delivery | null },
  { destination }: PrinterRoute,
  parts: AttemptParts,
): Promise<AttemptEnd> {
  const { ledger, odometers, random } = parts
  const { sending, delivery, odometer } = end
  odometers.keep(destination, delivery?.odometer ?? null)
  if (delivery === null || delivery.ok) {
    ledger.settle(sending, delivery === null ? defect() : sentBy(delivery))
    return { kind: 'over', pauseMs: 0 }
  }
  const { code, evidence = null } = delivery
  const bytesSent = bytesThatLeft(delivery, sending)
  const next = afterFailure({ code, bytesSent, attempt: end.failuresBefore + 1 }, random())
  switch (next.kind) {
    case 'again':
      return waitAgain({ sending, failure: delivery, afterMs: next.afterMs }, parts)
    case 'failed':
      ledger.settle(sending, { state: 'failed', reasons: [delivery.reason], code, bytesSent, evidence })
      return { kind: 'over', pauseMs: 0 }
    case 'unknown':
      leaveInDoubt(
        doubtOf({ sending, odometer, failure: delivery }, destination),
        { code, bytesSent, evidence },
        parts,
      )
      return { kind: 'over', pauseMs: next.pauseMs }
    default:
      return next satisfies never
  }
}

/** Unknown from now on, whatever the printer says later. */
function leaveInDoubt(
  doubt: Doubt,
  change: Pick<JobChange, 'code' | 'bytesSent' | 'evidence'>,
  { ledger, canJudge, onDoubt, signal }: AttemptParts,
): void {
  const isAsked = !signal.aborted && canJudge(doubt)
  const reasons = isAsked ? [doubt.cause, BEING_ASKED] : [doubt.cause]
  ledger.settle(doubt.row, { ...change, state: 'unknown', reasons })
  if (isAsked) onDoubt(doubt)
}

function doubtOf(
  {
    sending: row,
    odometer,
    failure: { code, reason: cause },
  }: Pick<Started, 'sending' | 'odometer'> & { readonly failure: WriteFailure },
  destination: string,
): Doubt {
  // Given up by this computer, and not broken off by the printer: it may still read what its system has taken.
  const mayBeUnread = code !== 'connection_reset' && code !== 'closed_early'
  return { row, destination, odometer, cause, mayBeUnread }
}

/** Whichever of the two says that bytes left is believed. */
function bytesThatLeft(
  { retry, bytesSent }: WriteFailure & Pick<Delivery, 'bytesSent'>,
  { bytes }: JobRow,
): number {
  return retry === 'ambiguous' ? Math.max(1, bytesSent ?? bytes) : (bytesSent ?? 0)
}

async function waitAgain(
  {
    sending,
    failure: { reason: why, code },
    afterMs,
  }: Pick<Started, 'sending'> & { readonly failure: WriteFailure; readonly afterMs: number },
  { ledger, logger }: AttemptParts,
): Promise<AttemptEnd> {
  const change = { state: 'waiting_for_printer', reasons: [why], code } as const
  try {
    return { kind: 'again', row: await ledger.change(sending, { ...change, bytesSent: 0 }), afterMs }
  } catch (error) {
    // Its next try ends this one on the disk too; no byte left, so nothing is in doubt.
    logger.error('spool.outcome-not-kept', error, { job: sending.id, state: 'waiting_for_printer' })
    return { kind: 'again', row: { ...sending, ...change }, afterMs }
  }
}

/** A label that its printer has and cannot print says why, here and where it came from. */
function stopNotes(sending: JobRow, { ledger, logger }: AttemptParts): (why: Reasons) => void {
  let told: Reasons = []
  return (why) => {
    const reasons = why.slice(0, MAX_REASONS)
    if (sameReasons(told, reasons)) return
    told = reasons
    ledger.change(sending, { state: 'sending', reasons }).catch((error: unknown) => {
      logger.error('spool.reason-not-kept', error, { job: sending.id })
    })
  }
}

/** Null when the back end itself failed. */
async function write(
  label: { readonly row: JobRow; readonly payload: Uint8Array; readonly odometer: number | null },
  route: PrinterRoute,
  parts: AttemptParts,
): Promise<Delivery | null> {
  const { row, payload, odometer } = label
  const { signal, logger } = parts
  try {
    return await route.write({
      payload,
      odometer,
      signal,
      title: titleOf(row.id),
      language: row.language,
      isComplete: row.isComplete,
      copies: row.copies,
      onStop: stopNotes(row, parts),
    })
  } catch (error) {
    logger.error('spool.write-failed', error, { job: row.id, destination: route.destination })
    return null
  }
}

function sentBy({ evidence = null }: Delivery): JobChange {
  return { state: provesPaper(evidence) ? 'printed' : 'sent_to_printer', reasons: [], evidence }
}

function provesPaper(evidence: Evidence | null): boolean {
  return evidence === 'L3' || evidence === 'L4'
}

function defect(): JobChange {
  return { state: 'unknown', reasons: [reason('agent_failed', {})], code: 'internal' }
}

function unreadable(payload: PromiseSettledResult<Uint8Array | null>): JobChange {
  const why = payload.status === 'fulfilled' ? 'content_gone' : 'content_locked'
  return {
    state: 'failed',
    reasons: [reason(why, {})],
    code: 'internal',
    bytesSent: 0,
  }
}

function wipe(payload: PromiseSettledResult<Uint8Array | null>): void {
  if (payload.status === 'fulfilled') payload.value?.fill(0)
}
