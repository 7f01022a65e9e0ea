// Hubs in processes of their own, over a real NATS: one that hangs or dies takes nothing with it but its own devices.
import { describe, expect, test } from 'vitest'
import { hasNats, NATS_NEEDED, soon, startNats } from '../../relay-server/hub/mesh/test-nats.ts'
import { connectDevice, type DeviceOptions, type TestDevice } from '../../relay-server/hub/test/test-hub.ts'
import { DEFAULT_HUB_SETTINGS } from '../../relay-server/hub/limits/settings.ts'
import { later } from '../../relay-server/hub/test/test-line.ts'
import { freezeProcess } from '../../relay-server/hub/mesh/test-freeze.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { forkHub, type HubProcess } from './hub-rig.ts'

interface Registered extends TestDevice {
  readonly deviceKey: string
  readonly received: number[]
}

/** A device at that hub; `received` are the numbers that others sent it. */
async function register(hub: HubProcess, options: DeviceOptions = {}): Promise<Registered> {
  const received: number[] = []
  const ReceiveMessageAsync = async (_from: string, bytes: Uint8Array): Promise<null> => {
    received.push(Buffer.from(bytes).readUInt32BE(0))
    return null
  }
  const device = await connectDevice(hub.url, { ...options, handlers: { ReceiveMessageAsync } })
  const { deviceKey } = await device.ask('RegisterDeviceAsync', device.registration)
  return { ...device, deviceKey, received }
}

async function send(from: TestDevice, to: Registered, n: number): Promise<string> {
  const payload = Buffer.alloc(2_000)
  payload.writeUInt32BE(n)
  return from.ask('RelayMessageAsync', to.deviceKey, payload).then(
    () => 'delivered',
    (error: unknown) => (error instanceof HubError ? error.code : String(error)),
  )
}

/** Until the hubs have found each other. */
async function reachable(from: TestDevice, to: Registered): Promise<void> {
  await soon(async () => expect(await send(from, to, 0)).toBe('delivered'))
  to.received.length = 0
}

/** Of messages 1 to `count`, one after the other. */
async function outcomesOf(from: TestDevice, to: Registered, count: number): Promise<string[]> {
  const outcomes: string[] = []
  for (let n = 1; n <= count; n += 1) outcomes.push(await send(from, to, n))
  return outcomes
}

/** How long one of so many messages takes, the middle one, in ms: one of them may meet a busy machine. All arrive. */
async function timeOf(from: TestDevice, to: Registered, count: number): Promise<number> {
  const timesMs: number[] = []
  for (let n = 1; n <= count; n += 1) {
    const began = performance.now()
    expect(await send(from, to, n)).toBe('delivered')
    timesMs.push(performance.now() - began)
  }
  return timesMs.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0
}

/** Each hub's sessions are newer than those of the ones before. */
async function startHubs(environments: readonly Record<string, string>[]) {
  const nats = await startNats()
  return Promise.all(
    environments.map(async (environment, n) =>
      forkHub(new URL('./mesh-hub-process.ts', import.meta.url), [nats.url, String(n * 1_000)], environment),
    ),
  )
}

describe.skipIf(!hasNats)(`Of several hubs (${NATS_NEEDED})`, () => {
  test('one under SIGSTOP delays no other device, and its own are reached where they went', async () => {
    const [here, frozen, third] = await startHubs([{}, {}, {}])
    if (here === undefined || frozen === undefined || third === undefined) throw new Error('too few')
    const [sender, beside] = [await register(here), await register(here)]
    const stuck = await register(frozen)
    const elsewhere = await register(third)
    for (const target of [stuck, elsewhere]) await reachable(sender, target)

    await freezeProcess(frozen.pid)
    const waiting = Array.from({ length: 8 }, async (_, n) => send(sender, stuck, n))
    // One that waited for the frozen hub would take 6 s.
    for (const target of [elsewhere, beside]) expect(await timeOf(sender, target, 20)).toBeLessThan(3_000)
    const { hello } = stuck
    const back = await register(third, { hello })
    // Its new hub gives the frozen one this time to let go; what is sent within it is lost with the frozen one.
    await later(2 * DEFAULT_HUB_SETTINGS.claimTimeoutMs)
    await reachable(beside, back)
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 8 }, () => 'TIMEOUT'))

    process.kill(frozen.pid, 'SIGCONT')
    const outcomes = await outcomesOf(sender, back, 50)
    // The hub that goes on may answer one before it knows that its device left, also where the device's new hub has delivered it: its
    // sender may send it again, and labels have an id by which twins are told.
    for (const outcome of outcomes) expect(['delivered', 'PEER_GONE']).toContain(outcome)
    const gone = outcomes.flatMap((outcome, index) => (outcome === 'PEER_GONE' ? [index + 1] : []))
    expect(gone.length).toBeLessThan(3)
    const sure = (numbers: readonly number[]) => numbers.filter((n) => !gone.includes(n))
    expect(sure(back.received)).toEqual(sure(Array.from({ length: 50 }, (_, index) => index + 1)))
    // What waited for it while it stood still may come late; nothing that was sent since.
    expect(stuck.received.filter((n) => n > 8)).toEqual([])
  })

  test('one that dies with messages under way leaves each with one outcome', async () => {
    const [here, dying] = await startHubs([{}, { Hub__Failpoint: 'FP5:4' }])
    if (here === undefined || dying === undefined) throw new Error('too few')
    const [sender, beside] = [await register(here), await register(here)]
    const target = await register(dying)
    await reachable(sender, target)
    const outcomes = await Promise.all(Array.from({ length: 8 }, async (_, n) => send(sender, target, n + 1)))
    const delivered = outcomes.flatMap((outcome, n) => (outcome === 'delivered' ? [n + 1] : []))
    expect(target.received).toEqual(expect.arrayContaining(delivered))
    expect(target.received.length).toBeLessThan(4)
    for (const outcome of outcomes) expect(['delivered', 'TIMEOUT', 'PEER_UNKNOWN']).toContain(outcome)
    expect(outcomes.filter((outcome) => outcome === 'TIMEOUT').length).toBeGreaterThan(0)
    // Its devices are away at once for everybody, and the others go on.
    expect(await send(sender, target, 9)).toBe('PEER_UNKNOWN')
    expect(await send(sender, beside, 1)).toBe('delivered')
  })
})
