// An end of access reaches the hub that holds the computer, whichever it is: from the Admin's request to the closed socket.
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { hubCodeOf } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { hasNats, NATS_NEEDED, soon } from '@pharmacy-relay/relay-server/hub/mesh/test-nats.ts'
import { describe, expect, test } from 'vitest'
import { figuresOf } from '../campaigns/bench/measure.ts'
import { PORTALS, startThreePortals, type Online } from './three-portals.ts'

/** 201 ends of access by `npm run verify:campaigns`. */
const PHARMACIES = process.env['Tests__Long'] === undefined ? 10 : 67
/** Below the 30 s after which hubs and store API compare their lists. The promise, p99 of 2 s, is the printed figure. */
const LIMIT_MS = 25_000

const codeOf = async (asked: Promise<unknown>): Promise<string> => asked.then(() => 'delivered', hubCodeOf)

const send = async (from: Online, to: Online): Promise<string> =>
  codeOf(from.ask('RelayMessageAsync', to.deviceKey, Buffer.from('x')))

describe.skipIf(!hasNats)(`Access ends (${NATS_NEEDED})`, () => {
  test(`at each of ${PORTALS} hubs at once, ${PHARMACIES * PORTALS} times, and for good`, async () => {
    const { store, open } = await startThreePortals()
    const offices = await open(PHARMACIES)
    const [first = []] = offices
    const [one, two, three] = first
    if (one === undefined || two === undefined || three === undefined) throw new Error('too few portals')
    await soon(async () =>
      expect([await send(one, three), await send(two, three)]).toEqual(both('delivered')),
    )

    const timesMs: number[] = []
    for (const [portal] of first.entries())
      for (const office of offices.toReversed()) {
        const device = office[PORTALS - 1 - portal]
        if (device === undefined) throw new Error('too few devices')
        const startedAt = performance.now()
        await Promise.all([revoke(device), device.closed])
        timesMs.push(performance.now() - startedAt)
        // Only the third of the first pharmacy is away yet.
        if (device === three)
          expect([await send(one, three), await send(two, three)]).not.toContain('delivered')
        if (office === first) expect(await device.comeBack()).toBe('REVOKED')
      }
    const { p50Ms, p99Ms, maxMs } = figuresOf(timesMs)
    process.stdout.write(
      `  ${timesMs.length} ends of access at ${PORTALS} hubs: p50 ${p50Ms} ms, p99 ${p99Ms} ms, max ${maxMs} ms\n`,
    )
    expect(timesMs).toHaveLength(PHARMACIES * PORTALS)
    expect(maxMs).toBeLessThan(LIMIT_MS)

    async function revoke({ customerId, computerId }: Online): Promise<void> {
      const params = { customerId: String(customerId), computerId: String(computerId) }
      await store.call(storeApi.revokeComputer, { params })
    }
  })
})

function both(outcome: string): string[] {
  return [outcome, outcome]
}
