// Tells the provider in rounds: every few seconds, and at once where somebody knows that there is something to tell.
import { withoutValues } from '../../../db/database-errors.ts'
import { startRounds, type Rounds } from '../../rounds.ts'
import type { PaymentParts } from './payment-parts.ts'
import { tellProvider } from './provider-tasks.ts'

const EVERY_MS = 5_000

export function startPaymentWork(parts: PaymentParts): Rounds {
  const { clock, logger } = parts
  const round = async (): Promise<boolean> => {
    try {
      await tellProvider(parts)
    } catch (error) {
      logger.warn('payment.round-failed', { reason: withoutValues(error).message })
    }
    return false
  }
  return startRounds({ clock, everyMs: EVERY_MS, round })
}
