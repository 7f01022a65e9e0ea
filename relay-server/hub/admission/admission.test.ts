// Who counts as one address among the sockets that have not registered.
import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { expect, test } from 'vitest'
import { Admission } from './admission.ts'
import { DEFAULT_HUB_SETTINGS } from '../limits/settings.ts'
import { newHello, socketAddress, startTestHub } from '../test/test-hub.ts'

function upgradeFrom(remoteAddress: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  request.url = '/hubs/?EIO=4&transport=websocket'
  return request
}

function newAdmission(maxUnprovenPerAddress: number): Admission {
  const settings = { ...DEFAULT_HUB_SETTINGS, maxUnprovenPerAddress }
  return new Admission({
    settings,
    clock: new SteppedClock(),
    sessionCount: () => 0,
    clientAddress: socketAddress,
  })
}

test('addresses of one IPv6 /64 share the limit of one address, another /64 has its own', () => {
  const admission = newAdmission(2)
  expect(admission.refuseUpgrade(upgradeFrom('2001:db8:0:7::1'))).toBeNull()
  expect(admission.refuseUpgrade(upgradeFrom('2001:db8:0:7::2'))).toBeNull()
  expect(admission.refuseUpgrade(upgradeFrom('2001:db8:0:7:ffff::3'))).toContain('Too many connections')
  expect(admission.refuseUpgrade(upgradeFrom('2001:db8:0:8::1'))).toBeNull()
})

test('an IPv4 address counts as one over an IPv6 socket too', () => {
  const admission = newAdmission(1)
  expect(admission.refuseUpgrade(upgradeFrom('203.0.113.9'))).toBeNull()
  expect(admission.refuseUpgrade(upgradeFrom('::ffff:203.0.113.9'))).toContain('Too many connections')
})

test('behind a terminator every device counts as itself, and its own address is the one it is told', async () => {
  let told = '203.0.113.1'
  const hub = await startTestHub({ settings: { maxUnprovenPerAddress: 1 }, clientAddress: () => told })
  await hub.connect()
  await expect(hub.connect()).rejects.toThrow()
  told = '203.0.113.2'
  const device = await hub.connect()
  const identity = await device.ask('RegisterDeviceAsync', device.registration)
  expect(identity.publicIpAddress).toBe('203.0.113.2')
})

test('a connection that says hello again and again takes one place only, and ends', async () => {
  const hub = await startTestHub({ settings: { admissionsPerSecond: 2 }, clock: new SteppedClock() })
  const raw = new WebSocket(`${hub.url.replace('http', 'ws')}/hubs/?EIO=4&transport=websocket`)
  await once(raw, 'open')
  const closed = once(raw, 'close')
  for (let count = 0; count < 50; count += 1) raw.send(`40${JSON.stringify(newHello())}`)
  await closed
  expect(hub.hub.facts().admissionsRefused).toBe(0)
  await hub.connect()
})

test('a connection that has not registered cannot pile up attachments with the hub', async () => {
  const hub = await startTestHub({ settings: { registerWithinMs: 600_000 } })
  const raw = new WebSocket(`${hub.url.replace('http', 'ws')}/hubs/?EIO=4&transport=websocket`)
  // It lives but for what it sends.
  raw.addEventListener('message', ({ data }) => data === '2' && raw.send('3'))
  await once(raw, 'open')
  raw.send(`40${JSON.stringify(newHello())}`)
  const attachments = [0, 1, 2].map((num) => ({ _placeholder: true, num }))
  raw.send(`453-${JSON.stringify(['RelayMessageAsync', ...attachments])}`)
  const closed = once(raw, 'close')
  raw.send(new Uint8Array(1_000))
  raw.send(new Uint8Array(1_000))
  await closed
  const [sender, target] = [await hub.register(), await hub.register()]
  await sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(1_000))
})
