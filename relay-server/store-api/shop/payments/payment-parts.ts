// What the parts of payments work with.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { StoreDb } from '../../database.ts'
import type { PaymentProvider } from './provider/provider.ts'

export interface PaymentParts {
  readonly db: StoreDb
  readonly provider: PaymentProvider
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}
