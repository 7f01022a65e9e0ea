// Hands what Admins did to users to the store API's staff log: at once, and again until it has it.
import type { Kysely } from 'kysely'
import { MAX_RECORDS, staffHistoryApi, type ForeignRecord } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { INTERNAL_KEY_HEADER } from '@pharmacy-relay/shared/internal-api.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { createApiClient } from '../../http/api-client.ts'
import type { IdentitySchema } from '../database-schema.ts'
import { forgetRecords, waitingRecords } from './staff-log.queries.ts'

const AGAIN_MS = 5_000
const CALL_MS = 5_000

export interface DeliveryParts {
  readonly db: Kysely<IdentitySchema>
  readonly clock: Clock
  readonly logger: Logger
  /** The store API itself: the gateway takes the internal key away. */
  readonly storeUrl: string
  readonly internalKey: string
}

export interface StaffLogDelivery {
  /** There may be something to hand over. */
  wake(): void
  /** Ends after what is under way. What waits is handed over at the next start. */
  stop(): Promise<void>
}

export function startStaffLogDelivery(parts: DeliveryParts): StaffLogDelivery {
  const { clock, logger } = parts
  const send = sender(parts)
  let running = Promise.resolve()
  let cancel: Cancel = () => {}
  let isStopped = false
  const deliver = async (): Promise<void> => {
    cancel()
    try {
      while (!isStopped && (await handOver(parts.db, send)));
    } catch (error) {
      logger.warn('staff-log.not-delivered', { cause: causeOf(error) })
      if (!isStopped) cancel = clock.after(AGAIN_MS, wake)
    }
  }
  const wake = (): void => {
    running = running.then(deliver)
  }
  wake()
  return {
    wake,
    stop: async () => {
      isStopped = true
      cancel()
      await running
    },
  }
}

type Send = (records: ForeignRecord[]) => Promise<unknown>

function sender({ storeUrl, internalKey }: DeliveryParts): Send {
  const client = createApiClient({
    baseUrl: storeUrl,
    timeoutMs: CALL_MS,
    headers: () => Promise.resolve({ [INTERNAL_KEY_HEADER]: internalKey }),
  })
  return async (records) =>
    client.call(
      staffHistoryApi.recordForeignOperations,
      { params: null, query: null, body: { records } },
      { token: null },
    )
}

/** False when nothing waits. What is handed over twice is written once. */
async function handOver(db: Kysely<IdentitySchema>, send: Send): Promise<boolean> {
  const waiting = await waitingRecords(db, MAX_RECORDS)
  if (waiting.length === 0) return false
  await send(waiting.map(({ record }) => record))
  await forgetRecords(
    db,
    waiting.map(({ id }) => id),
  )
  return true
}
