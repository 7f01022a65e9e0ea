// Where a life has its support tasks on a real PostgreSQL: pharmacies and computers of its own.
import { randomUUID } from 'node:crypto'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import {
  addPairedComputers,
  removeEverybody,
} from '@pharmacy-relay/relay-server/store-api/test/fleet-rows.queries.ts'
import { openSessions } from './open-sessions.queries.ts'
import { PHARMACIES, type Place } from './run-lives.ts'
import { sqlStore } from './sql-store.ts'

export function onPostgres(db: StoreDb): () => Promise<Place> {
  return async () => {
    await removeEverybody(db)
    const computers = await addPairedComputers(db, PHARMACIES)
    const sites = computers.map(({ pharmacyId: customerId, computerId }) => ({
      customerId,
      computerId,
      sessionId: randomUUID(),
    }))
    await openSessions(db, sites)
    return { sites, storeOf: ({ onCommit }) => sqlStore({ db, sites, onCommit }) }
  }
}
