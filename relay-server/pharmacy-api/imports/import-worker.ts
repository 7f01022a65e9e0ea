// The thread of one run: reading and comparing a list take seconds of processor time, in which the API goes on answering.
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { openDatabase } from '../../db/database.ts'
import { withoutValues } from '../../db/database-errors.ts'
import { MIGRATIONS_FOLDER } from '../database.ts'
import type { PharmacySchema } from '../schema.ts'
import { runImport } from './run-import.ts'

const Order = z.strictObject({
  url: z.string(),
  importId: z.int(),
  runId: z.uuid(),
  step: z.enum(['check', 'apply']),
  confirmWithdrawn: z.boolean(),
})

const { url, ...order } = Order.parse(workerData)
const database = await openDatabase<PharmacySchema>({
  connectionString: url,
  dataFolder: '',
  name: 'pharmacy',
  migrationsFolder: MIGRATIONS_FOLDER,
  logger: silentLogger,
})
try {
  await runImport(order, { db: database.db, url })
} catch (error) {
  // Only words without values of rows leave the thread.
  parentPort?.postMessage(withoutValues(error).stack ?? '')
} finally {
  await database.stop()
}
