// Sends what is due, of all pharmacies: looks every half minute and when somebody asked, some at a time, each once.
import type { Cancel } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { HandOver } from '../sms/hand-over.ts'
import type { Outcome } from '../sms/sms-logs.queries.ts'
import type { SmsMetrics } from '../sms/sms-metrics.ts'
import { asKeeper, inTenant } from '../tenants/tenant-transaction.queries.ts'
import type { AskingParts } from './asking.ts'
import { takeMessage, type DueMessage, type TakenMessage } from './judging.ts'
import { changeMessage, dueMessages, settlePatientMessage } from './messages.queries.ts'

const LOOK_EVERY_MS = 30_000
const AT_ONCE = 8
/** After a failure that is not the provider's: a seal that does not open, a log that cannot be written. */
const PUT_OFF_MS = 10 * 60_000

export interface SenderParts extends Pick<AskingParts, 'desk' | 'hashes' | 'links'> {
  readonly handOver: HandOver
  readonly metrics: SmsMetrics
  readonly logger: Logger
}

export interface Sender {
  /** Something is due: looks now, or once more after the look that is under way. */
  wake(): void
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  /** Takes nothing more, and resolves when what is under way ended. */
  stop(): Promise<void>
}

export function startSender(parts: SenderParts): Sender {
  const { clock } = parts.desk
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let isStopped = false
  let cancel: Cancel = () => {}
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false
      await sendAllDue(parts, () => isStopped)
    } while (isAskedAgain && !isStopped)
  }
  const wake = (): void => {
    isAskedAgain = true
    if (running !== null || isStopped) return
    running = run()
      .catch((error: unknown) => parts.logger.warn('patient-sms.not-looked', causes(error)))
      .finally(() => (running = null))
  }
  const look = (): void => {
    wake()
    cancel = clock.after(LOOK_EVERY_MS, look)
  }
  look()
  const idle = async (): Promise<void> => {
    while (running !== null) await running
  }
  const stop = async (): Promise<void> => {
    isStopped = true
    cancel()
    await idle()
  }
  return { wake, idle, stop }
}

async function sendAllDue(parts: SenderParts, isStopped: () => boolean): Promise<void> {
  const { db, clock } = parts.desk
  while (!isStopped()) {
    const now = new Date(clock.wallMs())
    const due = await asKeeper(db, async (trx) => dueMessages(trx, { now, limit: AT_ONCE }))
    if (due.length === 0) return
    await Promise.all(due.map(async (message) => sendOne(parts, message)))
  }
}

async function sendOne(parts: SenderParts, due: DueMessage): Promise<void> {
  const taken = await takeMessage(parts, due).catch(async (error: unknown) => {
    parts.logger.warn('patient-sms.put-off', { id: due.id, ...causes(error) })
    await putOff(parts, due)
    return null
  })
  if (taken === null) return
  try {
    await handOver(parts, due, taken)
  } catch (error) {
    // It stays taken: after the lease identity is asked by its key.
    parts.logger.warn('patient-sms.not-noted', { id: due.id, ...causes(error) })
  }
}

async function handOver(
  parts: SenderParts,
  { id, pharmacyId }: DueMessage,
  taken: TakenMessage,
): Promise<void> {
  const { db, clock } = parts.desk
  const { phone, text, wasTaken } = taken
  const answer = await parts.handOver({ idempotencyKey: `patient:${id}`, phone, text })
  const outcome = wasTaken ? afterInterruption(answer) : answer
  const now = new Date(clock.wallMs())
  await inTenant(db, pharmacyId, async (trx) => settlePatientMessage(trx, { ...outcome, id, now }))
}

/** Identity refuses a key that came with another number or text before: then the first one may have gone out. */
function afterInterruption(answer: Outcome): Outcome {
  const isRefusedThere = answer.state === 'failed' && answer.smsId === null
  return isRefusedThere ? { state: 'unknown', reason: 'interrupted', smsId: null } : answer
}

async function putOff({ desk: { db, clock } }: SenderParts, { id, pharmacyId }: DueMessage): Promise<void> {
  const now = new Date(clock.wallMs())
  const dueAt = new Date(now.getTime() + PUT_OFF_MS)
  await inTenant(db, pharmacyId, async (trx) => changeMessage(trx, { id, now }, { dueAt }))
}

const causes = (error: unknown): { readonly cause: string } => ({ cause: causeOf(withoutValues(error)) })
