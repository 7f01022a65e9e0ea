// Text messages of the pharmacy API as one part: its endpoints, its queue, and what is put in order every hour.
import type { smsApi } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { Cancel } from '@pharmacy-relay/shared/clock.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { createSmsHashes } from './sms-hashes.ts'
import { forgetMessages, listMessages, settleLostMessages } from './sms-logs.queries.ts'
import type { SmsParts } from './sms-parts.ts'
import { storeCodeHandlers } from './store-codes.ts'
import { forgetAsks } from './store-codes.queries.ts'
import { verificationHandlers } from './verifications.ts'
import { createWorkQueue } from './work-queue.ts'

/** What the program gives. */
export interface SmsGiven extends Pick<SmsParts, 'findByPhone' | 'handOver' | 'codesPerHour' | 'metrics'> {
  /** Messages to patients that a pharmacy may ask for on a day of its calendar. */
  readonly patientSmsPerDay: number
  /** Origin of the panel, where links in messages to patients lead. */
  readonly publicUrl: string
  /** Hashes come from it: with another one, codes and tickets of this moment are good no more and limits begin anew. */
  readonly key: string
}

export interface Sms {
  readonly handlers: EndpointHandlers<typeof smsApi>
  /** Resolves when no code is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const TIDY_EVERY_MS = 3_600_000

export function createSms(
  given: SmsGiven,
  { db, clock, logger }: Pick<SmsParts, 'db' | 'clock' | 'logger'>,
): Sms {
  const queue = createWorkQueue(logger)
  const parts = {
    ...given,
    db,
    clock,
    logger,
    queue,
    random: systemRandom(),
    hashes: createSmsHashes(given.key),
  }
  given.metrics.watchQueue(() => queue.taken())
  const stopTidying = tidyEveryHour(parts)
  return {
    handlers: {
      ...storeCodeHandlers(parts),
      ...verificationHandlers(parts),
      listMessages: ({ query }) => listMessages(db, query),
    },
    idle: () => queue.idle(),
    stop: async () => {
      stopTidying()
      await queue.stop()
    },
  }
}

function tidyEveryHour({ db, clock, logger }: Pick<SmsParts, 'db' | 'clock' | 'logger'>): Cancel {
  let cancel: Cancel = () => {}
  const tidy = (): void => {
    const now = new Date(clock.wallMs())
    Promise.all([settleLostMessages(db, now), forgetAsks(db, now), forgetMessages(db, now)]).catch(
      (error: unknown) => logger.error('sms.not-tidied', error),
    )
    cancel = clock.after(TIDY_EVERY_MS, tidy)
  }
  tidy()
  return () => cancel()
}
