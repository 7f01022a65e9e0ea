// One try to hand a label over: `sending` on the disk, then the bytes, then what became of them.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { failpoint, isLeftOut } from '../failpoint.ts'
import type { Ledger } from './ledger.ts'
import type { Odometers } from './odometers.ts'
import { writeFailure } from '../printers/write-outcome.ts'
import { afterFailure } from './retry-rule.ts'
import { titleOf, type Delivery, type PrinterRoute } from './route.ts'
import type { Evidence, JobChange, JobRow, SpoolStore } from './spool-store.ts'

export interface AttemptParts {
  readonly ledger: Ledger
  readonly store: Pick<SpoolStore, 'payload'>
  readonly odometers: Odometers
  readonly random: () => number
  readonly logger: Logger
  /** Ends the attempt. */
  readonly signal: AbortSignal
}

export type AttemptEnd =
  /** `pauseMs`: before the next label; 0 where nothing speaks against it. */
  | { readonly kind: 'over'; readonly pauseMs: number }
  /** It stays in the row. */
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
    isLeftOut('sending-commit')
      ? { ...row, state: 'sending' as const }
      : ledger.startAttempt(row, { kind: 'printer', destination: route.destination, odometer }),
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
    return conclude({ ...started, delivery: writeFailure('stopped', false, '') }, route, parts)
  }
  failpoint('FP9')
  const delivery = await write({ row, payload, odometer }, route, parts)
  failpoint('FP12')
  payload.fill(0)
  return conclude({ ...started, delivery }, route, parts)
}

async function conclude(
  end: Pick<Started, 'sending' | 'failuresBefore'> & { readonly delivery: Delivery | null },
  { destination }: PrinterRoute,
  { ledger, odometers, random, logger }: AttemptParts,
): Promise<AttemptEnd> {
  const { sending, delivery } = end
  odometers.keep(destination, delivery?.odometer ?? null)
  if (delivery === null || delivery.ok) {
    ledger.settle(sending, delivery === null ? defect() : sentBy(delivery))
    return { kind: 'over', pauseMs: 0 }
  }
  const { code, why, retry } = delivery
  // Whichever of the two says that bytes left is believed.
  const isInDoubt = retry === 'ambiguous' && !isLeftOut('bytes-left')
  const bytesSent = isInDoubt ? Math.max(1, delivery.bytesSent ?? sending.bytes) : (delivery.bytesSent ?? 0)
  const next = afterFailure({ code, bytesSent, attempt: end.failuresBefore + 1 }, random())
  if (next.kind !== 'again') {
    const evidence = delivery.evidence ?? null
    ledger.settle(sending, { state: next.kind, reason: why, code, bytesSent, evidence })
    return { kind: 'over', pauseMs: next.kind === 'unknown' ? next.pauseMs : 0 }
  }
  try {
    const row = await ledger.change(sending, {
      ...{ state: 'waiting_for_printer', reason: why, code, bytesSent: 0 },
    })
    return { kind: 'again', row, afterMs: next.afterMs }
  } catch (error) {
    // Its next try ends this one on the disk too; no byte left, so nothing is in doubt.
    logger.error('spool.outcome-not-kept', error, { job: sending.id, state: 'waiting_for_printer' })
    const row: JobRow = { ...sending, state: 'waiting_for_printer', reason: why, code }
    return { kind: 'again', row, afterMs: next.afterMs }
  }
}

/** Null when the back end itself failed. */
async function write(
  label: { readonly row: JobRow; readonly payload: Uint8Array; readonly odometer: number | null },
  route: PrinterRoute,
  { signal, logger }: AttemptParts,
): Promise<Delivery | null> {
  const { row, payload, odometer } = label
  try {
    return await route.write({
      ...{ payload, odometer, signal, title: titleOf(row.id) },
      ...{ language: row.language, isComplete: row.isComplete, copies: row.copies },
    })
  } catch (error) {
    logger.error('spool.write-failed', error, { job: row.id, destination: route.destination })
    return null
  }
}

function sentBy({ evidence = null }: Delivery): JobChange {
  return { state: provesPaper(evidence) ? 'printed' : 'sent_to_printer', reason: '', evidence }
}

function provesPaper(evidence: Evidence | null): boolean {
  return evidence === 'L3' || evidence === 'L4'
}

function defect(): JobChange {
  return { state: 'unknown', reason: 'the agent failed while it sent the label', code: 'internal' }
}

function unreadable(payload: PromiseSettledResult<Uint8Array | null>): JobChange {
  const why = payload.status === 'fulfilled' ? 'is not kept any more' : 'cannot be opened any more'
  return {
    ...{ state: 'failed', reason: `what was on this label ${why}: send it again`, code: 'internal' },
    bytesSent: 0,
  }
}

function wipe(payload: PromiseSettledResult<Uint8Array | null>): void {
  if (payload.status === 'fulfilled') payload.value?.fill(0)
}
