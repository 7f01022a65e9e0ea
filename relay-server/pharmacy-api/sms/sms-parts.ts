// What the parts of text messages work with.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { PharmacyDb } from '../database.ts'
import type { HandOver } from './hand-over.ts'
import type { FindByPhone } from './known-phones.ts'
import type { SmsHashes } from './sms-hashes.ts'
import type { SmsMetrics } from './sms-metrics.ts'
import type { WorkQueue } from './work-queue.ts'

export interface SmsParts {
  readonly db: PharmacyDb
  readonly clock: Clock
  readonly random: Random
  readonly hashes: SmsHashes
  readonly findByPhone: FindByPhone
  readonly handOver: HandOver
  /** Codes that go out within an hour at most, whoever asks: what a flood may cost. */
  readonly codesPerHour: number
  readonly queue: WorkQueue
  readonly metrics: SmsMetrics
  readonly logger: Logger
}
