// Who counts as one address among the sockets that have not registered.
import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
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

function newAdmission(maxUnprovenPerAddress: number, clock = new SteppedClock()): Admission {
  const settings = { ...DEFAULT_HUB_SETTINGS, maxUnprovenPerAddress }
  return new Admission({
    settings,
    clock,
    sessionCount: () => 0,
    clientAddress: socketAddress,
  })
}

/** For each what is answered, as long as it takes with no place becoming free. */
async function answers(admission: Admission, clock: SteppedClock, requests: readonly IncomingMessage[]) {
  let isDone = false
  const answered = Promise.all(requests.map(async (request) => admission.refuseUpgrade(request))).finally(
    () => (isDone = true),
  )
  while (!isDone) {
    await nextTurn()
    clock.stepMs(500)
  }
  return (await answered).map((reason) => reason === null)
}

test('addresses of one IPv6 /64 share the limit of one address, another /64 has its own', async () => {
  const clock = new SteppedClock()
  const from = ['2001:db8:0:7::1', '2001:db8:0:7::2', '2001:db8:0:7:ffff::3', '2001:db8:0:8::1'].map(
    upgradeFrom,
  )
  expect(await answers(newAdmission(2, clock), clock, from)).toEqual([true, true, false, true])
})

test('the /64s of one IPv6 /56 share a wider limit', async () => {
  const clock = new SteppedClock()
  const admission = newAdmission(100, clock)
  const wide = Array.from({ length: 120 }, (_, at) =>
    upgradeFrom(`2001:db8:0:1${at.toString(16).padStart(2, '0')}::1`),
  )
  expect((await answers(admission, clock, wide)).filter(Boolean)).toHaveLength(80)
  expect(await answers(admission, clock, [upgradeFrom('2001:db8:0:200::1')])).toEqual([true])
})

test('who finds no place waits, and is let in when one became free', async () => {
  const clock = new SteppedClock()
  const admission = newAdmission(1, clock)
  const [first, second] = [upgradeFrom('192.0.2.1'), upgradeFrom('192.0.2.1')]
  expect(await admission.refuseUpgrade(first)).toBeNull()
  const answered = admission.refuseUpgrade(second)
  admission.sockets.proven(first.socket)
  await Promise.resolve()
  clock.stepMs(1_000)
  expect(await answered).toBeNull()
})

test('a hub that is full of strangers takes the oldest back from who has the most, for a device from elsewhere', async () => {
  const clock = new SteppedClock()
  const admission = newAdmission(20, clock)
  const strangers = Array.from({ length: 2_000 }, (_, at) =>
    upgradeFrom(`198.51.${at % 250}.${Math.floor(at / 250) % 2}`),
  )
  expect((await answers(admission, clock, strangers)).every(Boolean)).toBe(true)
  const device = upgradeFrom('192.0.2.1')
  expect(await admission.refuseUpgrade(device)).toBeNull()
  expect(strangers.map(({ socket }) => socket.destroyed).indexOf(true)).toBe(0)
  expect(device.socket.destroyed).toBe(false)
  admission.sockets.proven(device.socket)
  await answers(
    admission,
    clock,
    Array.from({ length: 50 }, () => upgradeFrom('192.0.2.2')),
  )
  expect([admission.unproven, device.socket.destroyed]).toEqual([2_000, false])
})

test('of the sockets of a flood four of each address come at once, and 50 in a second of all', async () => {
  const clock = new SteppedClock()
  const admission = newAdmission(20, clock)
  const strangers = Array.from({ length: 1_000 }, (_, at) => upgradeFrom(`198.51.100.${at % 50}`))
  for (const request of strangers) void admission.refuseUpgrade(request)
  const counts: number[] = []
  for (let second = 0; second < 4; second += 1) {
    await nextTurn()
    counts.push(admission.unproven)
    clock.stepMs(500)
    await nextTurn()
    clock.stepMs(500)
  }
  expect(counts).toEqual([250, 300, 350, 400])
  expect(await admission.refuseUpgrade(upgradeFrom('192.0.2.1'))).toBeNull()
})

test('thirty computers of an office come at once when nobody else does', async () => {
  const clock = new SteppedClock()
  const admission = newAdmission(30, clock)
  const office = Array.from({ length: 30 }, () => upgradeFrom('192.0.2.9'))
  for (const request of office) void admission.refuseUpgrade(request)
  await nextTurn()
  expect(admission.unproven).toBe(30)
})

test('a flood of handshakes from some addresses leaves half of the rate to all others', () => {
  const clock = new SteppedClock()
  const admission = newAdmission(20, clock)
  const isLetIn = (address: string): boolean => {
    try {
      admission.checkRoom(upgradeFrom(address))
      return true
    } catch {
      return false
    }
  }
  const counts = { strangers: 0, devices: 0 }
  for (let second = 0; second < 12; second += 1) {
    for (let at = 0; at < 1_500; at += 1) if (isLetIn(`198.51.100.${at % 104}`)) counts.strangers += 1
    for (let at = 0; at < 50; at += 1) if (isLetIn(`10.0.${second}.${at}`)) counts.devices += 1
    clock.stepMs(1_000)
  }
  expect(counts.devices).toBe(600)
  expect(counts.strangers).toBeGreaterThan(4_000)
})

test('an IPv4 address counts as one over an IPv6 socket too', async () => {
  const clock = new SteppedClock()
  const from = ['203.0.113.9', '::ffff:203.0.113.9'].map(upgradeFrom)
  expect(await answers(newAdmission(1, clock), clock, from)).toEqual([true, false])
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
