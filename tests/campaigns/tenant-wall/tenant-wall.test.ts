// The short form of `npm run tenant-wall`.
import { NatsUrlText } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { hasNats, NATS_NEEDED, startNats } from '@pharmacy-relay/relay-server/hub/mesh/test-nats.ts'
import { describe, expect, test } from 'vitest'
import { judged } from './judged.ts'
import { runWall } from './wall-run.ts'
import { newWorld } from './world.ts'

describe.skipIf(!hasNats)(`10,000 operations at two hubs (${NATS_NEEDED})`, () => {
  test('bring nothing of one pharmacy to another', async () => {
    const nats = await startNats()
    const servers = NatsUrlText.parse(nats.url)
    if (servers === null) throw new Error('NATS has no address')
    const result = await runWall({ operations: 10_000, seed: 20_261_122, servers, say: () => undefined })
    expect(result.faults).toEqual([])
    expect(result.received).toBeGreaterThan(1_000)
    expect(result.overNats).toBeGreaterThan(400)
    expect(result.statusEvents).toBeGreaterThan(1_000)
  })
})

test('a stranger that is reached, or answered otherwise than nobody, is a fault', () => {
  const [mine, friend, stranger] = newWorld(2, 3).toSorted((a, b) => a.customerId - b.customerId)
  if (mine === undefined || friend === undefined || stranger === undefined) throw new Error('too few')
  const { customerId } = mine
  const about = (target: typeof mine | null) => ({
    customerId,
    target,
    targetsPharmacy: target?.customerId ?? null,
  })
  expect(judged(about(friend), 'done')).toBe(null)
  expect(judged(about(stranger), 'PEER_UNKNOWN')).toBe(null)
  for (const outcome of ['done', 'PEER_OFFLINE', 'PEER_GONE', 'TIMEOUT', 'UNAVAILABLE', 'no outcome'])
    expect(judged(about(stranger), outcome)).not.toBe(null)
  expect(judged(about(null), 'done')).not.toBe(null)
  expect(judged(about(friend), 'no outcome')).not.toBe(null)
})
