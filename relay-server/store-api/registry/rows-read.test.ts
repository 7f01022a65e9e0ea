// What a hub tells of one session reads the rows of that session: among thousands of open ones it costs no more.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { StoreTransaction } from '../database.ts'
import { carryOut } from './operations.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  nudgeOf,
  openOf,
  openTestStore,
  pairAll,
  reportOf,
  rules,
  type StoreTestDatabase,
  type TestHub,
} from '../test/test-store.ts'

const TABLES = ['RelayComputers', 'RelayPresence', 'RelaySessions']
/** Open sessions: too many to be read for one. Nobody has analyzed the table, as in the first hours of a fleet. */
const OPEN = 300
/** Each computer has so many more, as if hubs had been killed: a table that is small is read whole, and rightly. */
const EACH = 10
/** A session's own rows, each read several times by one batch. */
const FEW = 60

let store: StoreTestDatabase
let hub: TestHub
let sessionId: string
beforeAll(async () => {
  store = await openTestStore('rows_read')
  // Nor does the database meanwhile: it would find RelayPresence small, and read it whole.
  for (const table of TABLES)
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(store.db)
  hub = newHub(store)
  const pharmacies = [await newPharmacy(store), await newPharmacy(store), await newPharmacy(store)]
  const devices = pharmacies.flatMap((pharmacy) =>
    Array.from({ length: OPEN / 3 }, (_, n) => newDevice(pharmacy, `PC-${n}`)),
  )
  await pairAll(store, devices)
  const opens = devices.map((device) => openOf(device))
  await hub.send(...opens)
  sessionId = opens[0]?.sessionId ?? ''
  await sql`
    insert into "RelaySessions" ("sessionId", "computerId", "customerId", "hubId", "connSeq", "bootId", "remoteIp",
      "agentVersion", "openId")
    select gen_random_uuid(), "computerId", "customerId", "hubId", "connSeq" - n, gen_random_uuid(), "remoteIp", "agentVersion", 1
    from "RelaySessions", generate_series(1, ${EACH}) n`.execute(store.db)
})
afterAll(() => store.stop())

const told: Record<string, () => RegistryOperation> = {
  'a heartbeat': () => nudgeOf(sessionId, { version: 1, hash: '' }),
  'a heartbeat that is missing': () => ({ kind: 'silent', id: 1, sessionId }),
  'a report': () => reportOf(sessionId, { role: 'Client' }),
  'an end': () => ({ kind: 'close', id: 1, sessionId, reason: 'bye', agoMs: 0 }),
}

test.each(Object.keys(told))('%s', async (what) => {
  const operation = told[what]?.()
  if (operation === undefined) throw new Error(what)
  const read = await store.db.transaction().execute(async (trx) => {
    const before = await rowsRead(trx)
    await carryOut(trx, { hubId: hub.hubId, operations: [operation] }, rules)
    return (await rowsRead(trx)).map(({ table, rows }, index) => ({
      table,
      rows: rows - (before[index]?.rows ?? 0),
    }))
  })
  expect(read.map(({ table }) => table)).toEqual(TABLES)
  for (const { table, rows } of read) expect(rows, table).toBeLessThan(FEW)
})

/** By this connection, since its numbers were last taken in. */
async function rowsRead(trx: StoreTransaction): Promise<{ readonly table: string; readonly rows: number }[]> {
  const { rows } = await sql<{ table: string; rows: number }>`
    select relname as "table", (seq_tup_read + idx_tup_fetch)::integer as "rows" from pg_stat_xact_user_tables
    where relname = any(${TABLES}::text[]) order by relname`.execute(trx)
  return rows
}
