// What the provider must be told is told: with a key of its own, so that a process that ends between the call and the commit
// makes the next one call again and nothing happen twice.
import { backoffMs } from '@pharmacy-relay/shared/waits.ts'
import { wordFrom } from './ask-provider.ts'
import { mergeWord } from './merge-word.ts'
import type { PaymentParts } from './payment-parts.ts'
import {
  claimDueTasks,
  endTask,
  giveUpTask,
  putOffTask,
  type ProviderTask,
} from './provider-tasks.queries.ts'
import { ProviderFault, type PaymentWord } from './provider/provider.ts'
import { endRefund } from './refunds.queries.ts'

const TASKS_PER_ROUND = 10
const WAITS = { firstMs: 1_000, lastMs: 3_600_000 } as const
/** Some eight days: longer than a promise of money lasts. */
export const MAX_TRIES = 200

/** How many were tried. Any number of processes may do so at once. One that fails keeps no other from being told. */
export async function tellProvider(parts: PaymentParts): Promise<number> {
  const tasks = await claimDueTasks(parts.db, TASKS_PER_ROUND)
  await Promise.all(tasks.map(async (task) => tell(parts, task)))
  return tasks.length
}

async function tell(parts: PaymentParts, task: ProviderTask): Promise<void> {
  try {
    const { said, fault } = await answerTo(parts, task)
    await keepAnswer(parts, task, { said, fault })
  } catch (error) {
    await putOff(parts, task, error instanceof ProviderFault ? error.kind : 'failed')
    if (!(error instanceof ProviderFault)) throw error
  }
}

/** `fault`: it was refused, and this is how the payment stands instead. */
interface Answer {
  readonly said: PaymentWord
  readonly fault: string | null
}

async function answerTo(parts: PaymentParts, task: ProviderTask): Promise<Answer> {
  const { provider } = parts
  const known = task.providerId === null ? await wordFrom(parts, task) : null
  // The provider would not have it: there is nothing to be told any more.
  if (known?.state === 'failed') return { said: known, fault: null }
  const providerId = known?.providerId ?? task.providerId ?? ''
  const key = `${task.paymentId}:${task.kind}:${task.n}`
  try {
    if (task.kind === 'refund')
      return { said: await provider.refund(providerId, task.refundMinor, key), fault: null }
    return { said: await provider[task.kind](providerId, key), fault: null }
  } catch (error) {
    if (!(error instanceof ProviderFault) || error.kind !== 'refused') throw error
    return { said: await provider.get(providerId), fault: `refused ${error.code}`.trim() }
  }
}

async function keepAnswer(
  { db, logger }: PaymentParts,
  { paymentId, kind, n }: ProviderTask,
  { said, fault }: Answer,
): Promise<void> {
  const outcome = await db.transaction().execute(async (trx) => {
    const merging = await mergeWord(trx, said, '')
    if (kind === 'refund') await endRefund(trx, { paymentId, n, isDone: fault === null })
    await endTask(trx, { paymentId, kind, n }, fault)
    return merging
  })
  if (fault !== null) logger.warn('payment.task-refused', { payment: paymentId, kind, n, fault })
  if (outcome === 'contradiction' || outcome === 'unknown')
    logger.warn('payment.word-not-taken', { outcome, payment: paymentId, state: said.state })
}

async function putOff(
  { db, logger, random }: PaymentParts,
  task: ProviderTask,
  fault: string,
): Promise<void> {
  const { paymentId: payment, kind, n, tries } = task
  if (tries < MAX_TRIES) {
    await putOffTask(db, task, { fault, waitMs: backoffMs(tries, WAITS, random.fraction()) })
    return
  }
  await giveUpTask(db, task, fault)
  logger.error('payment.task-given-up', new Error(fault), { payment, kind, n, tries })
}
