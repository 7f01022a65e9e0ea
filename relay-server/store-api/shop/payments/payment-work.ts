// Tells and asks the provider in rounds: every few seconds, and at once where somebody knows that there is something to tell.
import { withoutValues } from '../../../db/database-errors.ts'
import { followUpPayments } from './follow-up.ts'
import type { PaymentParts } from './payment-parts.ts'
import { tellProvider } from './provider-tasks.ts'

const EVERY_MS = 5_000

export interface PaymentWork {
  /** A round begins now, or after the one under way. */
  wake(): void
  /** Ends the rounds and waits for the one under way. */
  stop(): Promise<void>
}

export function startPaymentWork(parts: PaymentParts): PaymentWork {
  const { clock, logger } = parts
  let isStopped = false
  let isWoken = false
  let running: Promise<void> | null = null
  let cancel = (): void => {}
  const round = async (): Promise<void> => {
    const failures = (await Promise.allSettled([tellProvider(parts), followUpPayments(parts)])).flatMap(
      (one) => (one.status === 'rejected' ? [one.reason as unknown] : []),
    )
    for (const failure of failures)
      logger.warn('payment.round-failed', { reason: withoutValues(failure).message })
  }
  const run = (): void => {
    cancel()
    if (isStopped) return
    if (running !== null) return void (isWoken = true)
    isWoken = false
    running = round().finally(() => {
      running = null
      if (isWoken) run()
      else plan()
    })
  }
  const plan = (): void => {
    if (!isStopped) cancel = clock.after(EVERY_MS, run)
  }
  plan()
  return {
    wake: run,
    stop: async () => {
      isStopped = true
      cancel()
      await running
    },
  }
}
