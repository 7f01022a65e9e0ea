// What the hub wants to know before it lets a computer in, and how long one that may not come in waits.
import { describe, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../../test/test-hub.ts'
import { newRelay, setupFor } from './test-relay.ts'

async function startRelay(refuse: TestHub['refuseRegistration'] = null) {
  const hub = await startTestHub()
  hub.refuseRegistration = refuse
  const { relay, clock, reach } = newRelay()
  await relay.apply(setupFor(hub.url))
  await reach(refuse === null ? 'online' : 'refused')
  return { hub, relay, clock, reach }
}

describe('The relay', () => {
  test('proves its key on every connection, once', async () => {
    const { hub, relay, clock, reach } = await startRelay()
    const again = hub.say('ChallengeAsync', { nonce: 'n'.repeat(43), serverTime: '2026-11-22T10:00:00.000Z' })
    await expect(again).rejects.toMatchObject({ code: 'INVALID' })
    for (const socket of hub.sockets()) socket.disconnect()
    await reach('waiting')
    clock.stepMs(5_000)
    await reach('online')
    expect(hub.proofs.map(({ audience }) => audience)).toEqual([new URL(hub.url).host, new URL(hub.url).host])
    expect(relay.connection().state).toBe('online')
  })

  test('asks every 20 to 30 s while nobody has approved it, and says so', async () => {
    const { hub, relay, clock, reach } = await startRelay({
      code: 'NOT_APPROVED',
      message: 'An Admin has to approve it',
    })
    expect(relay.connection()).toMatchObject({ code: 'NOT_APPROVED' })
    hub.refuseRegistration = null
    clock.stepMs(24_999)
    expect(relay.connection().state).toBe('refused')
    clock.stepMs(1)
    await reach('online')
  })

  test('comes back when the hub says, while another computer uses its identity', async () => {
    const { hub, relay, clock, reach } = await startRelay({
      code: 'IDENTITY_CONFLICT',
      message: 'In use',
      retryAfterMs: 45_000,
    })
    hub.refuseRegistration = null
    clock.stepMs(45_000)
    await reach('online')
    expect(relay.connection().state).toBe('online')
  })
})
