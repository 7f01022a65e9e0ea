// A batch of a hub while another server of the database becomes the primary.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { asProblem } from '../../db/database-errors.ts'
import { openDatabase } from '../../db/database.ts'
import { startLine } from '../../db/test-line.ts'
import { MIGRATIONS_FOLDER } from '../database.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import type { StoreSchema } from '../schema.ts'
import { newDevice, newHub, newPharmacy, openTestStore, pairAll } from '../test/test-store.ts'

test('O109: a batch of which the commit was not heard of is sent again, and its events are told once', async () => {
  const store = await openTestStore('failover')
  onTestFinished(async () => store.stop())
  const line = await startLine(store.url)
  const through = await openDatabase<StoreSchema>({
    connectionString: line.url,
    dataFolder: '',
    name: 'failover',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: silentLogger,
  })
  onTestFinished(async () => through.stop())
  const hub = newHub(store, { db: through.db })
  const device = newDevice(await newPharmacy(store), 'UNHEARD-1')
  await pairAll(store, [device])
  const before = await lastEventId(store.db)
  const sessionId = randomUUID()

  const lost = line.loseNextCommit()
  const first: unknown = await hub.open(device, { sessionId }).catch((error: unknown) => error)
  await lost
  expect(asProblem(first)?.code).toBe('unavailable')
  const told = await eventsAfter(store.db, before, 10)
  expect(told.map(({ kind }) => kind)).toEqual(['presence', 'computer'])

  expect(await hub.open(device, { sessionId })).toMatchObject({ connSeq: 1 })
  expect(await lastEventId(store.db)).toBe(told.at(-1)?.id)
})
