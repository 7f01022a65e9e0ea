// The heartbeat: when it comes, what is measured and told, and what counts as unanswered.
import { expect, test } from 'vitest'
import { instant } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { DEFAULT_HUB_SETTINGS } from '../limits/settings.ts'
import { startTestHub, type TestDevice } from '../test/test-hub.ts'

const { heartbeatMs, heartbeatJitterMs } = DEFAULT_HUB_SETTINGS
/** After a heartbeat the next one comes within these times. */
const SOONEST_MS = heartbeatMs - heartbeatJitterMs
const LATEST_MS = heartbeatMs + heartbeatJitterMs

function nudgesOf(device: TestDevice): unknown[] {
  return device.heard.filter((one) => one.event === 'NudgeRequestAsync').map((one) => one.args[0])
}

const PULSED_AT = '2001-01-01T00:00:00.000Z'

test('a heartbeat measures the latency on the monotonic clock, how wrong the device’s is, and tells the registry', async () => {
  const clock = new SteppedClock()
  const hub = await startTestHub({ clock, settings: { firstHeartbeatWithinMs: 0 } })
  const device = await hub.register({
    handlers: {
      NudgeRequestAsync: async () => {
        clock.stepMs(40)
        return pulse()
      },
    },
  })
  clock.stepMs(0)
  await expect.poll(() => hub.registry.nudges).toHaveLength(1)
  expect(hub.registry.nudges).toEqual([
    {
      sessionId: device.identity.connectionId,
      latencyMs: 40,
      config: { version: 4, hash: 'c4' },
      clockAheadMs: Date.parse(PULSED_AT) - clock.wallMs() + 20,
    },
  ])
  expect(hub.hub.facts()).toMatchObject({ nudgesAnswered: 1, nudgesUnanswered: 0 })
})

test('a device that answers only as documented is online with its latency, and nothing of it is sent again', async () => {
  const clock = new SteppedClock()
  const hub = await startTestHub({ clock, settings: { firstHeartbeatWithinMs: 0 } })
  const documented = { isAlive: true, latencyMs: 0, timestamp: PULSED_AT }
  const device = await hub.register({
    handlers: {
      NudgeRequestAsync: async () => {
        clock.stepMs(40)
        return documented
      },
    },
  })
  clock.stepMs(0)
  await expect.poll(() => hub.registry.nudges).toHaveLength(1)
  const { connectionId: sessionId } = device.identity
  expect(hub.registry.nudges).toMatchObject([{ sessionId, latencyMs: 40, config: null }])
  expect(hub.hub.facts()).toMatchObject({ nudgesAnswered: 1, nudgesUnanswered: 0 })
})

function pulse() {
  const base = { isAlive: true, latencyMs: 0, timestamp: PULSED_AT }
  return {
    ...base,
    seq: 1,
    bootId: crypto.randomUUID(),
    queueDepth: 3,
    configVersion: 4,
    configHash: 'c4',
  }
}

test('the mean time between two heartbeats is 30 s, and the jitter 3 s', () => {
  expect([heartbeatMs, heartbeatJitterMs]).toEqual([30_000, 3_000])
})

test('heartbeats come in their mean time, give or take the jitter, and carry the last measurement', async () => {
  const clock = new SteppedClock()
  const timestamp = instant(clock.wallMs())
  const hub = await startTestHub({ clock, settings: { firstHeartbeatWithinMs: 0 } })
  const device = await hub.register()
  clock.stepMs(0)
  await expect.poll(() => hub.registry.nudges).toHaveLength(1)
  clock.stepMs(SOONEST_MS - 1)
  clock.stepMs(LATEST_MS - SOONEST_MS + 1)
  await expect.poll(() => hub.registry.nudges).toHaveLength(2)
  expect(nudgesOf(device)).toHaveLength(2)
  expect(nudgesOf(device)[1]).toMatchObject({ isAlive: true, timestamp })
})

test('no second heartbeat comes before its mean time less the jitter', async () => {
  const clock = new SteppedClock()
  const hub = await startTestHub({ clock, settings: { firstHeartbeatWithinMs: 0 } })
  const device = await hub.register()
  clock.stepMs(SOONEST_MS - 1)
  await expect.poll(() => hub.registry.nudges).toHaveLength(1)
  await device.ask('UpdateRoleAsync', 'None')
  expect(nudgesOf(device)).toHaveLength(1)
})

test('an unanswered heartbeat is counted, told to nobody as latency, and the session stays', async () => {
  const clock = new SteppedClock()
  const hub = await startTestHub({ clock, settings: { nudgeTimeoutMs: 30, firstHeartbeatWithinMs: 0 } })
  const device = await hub.register({
    handlers: { NudgeRequestAsync: async () => new Promise<never>(() => undefined) },
  })
  clock.stepMs(0)
  await expect.poll(() => hub.hub.facts()).toMatchObject({ nudgesUnanswered: 1, silentSessions: 0 })
  clock.stepMs(LATEST_MS)
  await expect.poll(() => hub.hub.facts()).toMatchObject({ nudgesUnanswered: 2, silentSessions: 1 })
  expect(hub.registry.nudges).toEqual([])
  expect(device.socket.connected).toBe(true)
})

test('two unanswered in a row are told as silence, again with each further one, until one is answered', async () => {
  const clock = new SteppedClock()
  const hub = await startTestHub({ clock, settings: { nudgeTimeoutMs: 30, firstHeartbeatWithinMs: 0 } })
  const answering: { promise: Promise<void>; resolve: () => void } = Promise.withResolvers<void>()
  const device = await hub.register({
    handlers: { NudgeRequestAsync: async () => answering.promise.then(() => pulse()) },
  })
  const sessionId = device.identity.connectionId
  clock.stepMs(0)
  await expect.poll(() => hub.hub.facts()).toMatchObject({ nudgesUnanswered: 1 })
  expect(hub.registry.silents).toEqual([])
  for (const told of [[sessionId], [sessionId, sessionId]]) {
    clock.stepMs(LATEST_MS)
    await expect.poll(() => hub.registry.silents).toEqual(told)
  }
  // A lapse of the lease: the row that is opened again is silent too.
  hub.registry.loseRows()
  await expect
    .poll(() => {
      clock.stepMs(1_000)
      return hub.hub.facts().sessionsReopened
    })
    .toBe(1)
  await expect.poll(() => hub.registry.silents.length).toBeGreaterThan(2)
  answering.resolve()
  clock.stepMs(LATEST_MS)
  await expect.poll(() => hub.hub.facts()).toMatchObject({ silentSessions: 0 })
  await expect.poll(() => hub.registry.nudges).toMatchObject([{ sessionId }])
})

test('a device that left leaves no timer behind', async () => {
  const clock = new SteppedClock()
  const hub = await startTestHub({ clock })
  await expect.poll(() => clock.pending()).toBe(1)
  const device = await hub.register()
  expect(clock.pending()).toBe(2)
  await device.ask('UnregisterDeviceAsync')
  await device.closed
  await expect.poll(() => clock.pending()).toBe(1)
})
