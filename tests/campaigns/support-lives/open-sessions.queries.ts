// Open sessions of computers, as rows alone: what the store API knows a computer by that asks for help.
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { Site } from './life-store.ts'

export async function openSessions(db: StoreDb, sites: readonly Site[]): Promise<void> {
  const of = { connSeq: 1, remoteIp: '203.0.113.5', agentVersion: '1.0.0' }
  const rows = sites.map((site) => ({ ...of, ...site, hubId: site.sessionId, bootId: site.sessionId }))
  await db.insertInto('RelaySessions').values(rows).execute()
}
