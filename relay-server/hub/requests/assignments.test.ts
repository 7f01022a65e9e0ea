// Assignments over real sockets: on connect and on push, in order, each device by itself, and what is told of them.
import { type ConfigProgress } from '@pharmacy-relay/shared/printer-assignment.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { describe, expect, test } from 'vitest'
import { assignmentOf } from '../test/memory-registry.ts'
import { never, newHello, startTestHub, type TestHub } from '../test/test-hub.ts'
import { heardOf, progressOf, push, settledDevice, slowAnswers } from '../test/test-assignments.ts'

describe('a device that connects', () => {
  test('hears its role and its assignment, behind the answer to its registration', async () => {
    const hub = await startTestHub({ settings: { firstHeartbeatWithinMs: 60_000 } })
    const hello = newHello()
    hub.registry.assignmentByInstall.set(
      hello.installId,
      assignmentOf(7, { role: 'Server', printerName: 'cups:ZD421', tcpPort: 9_100 }),
    )
    const device = await hub.connect({ hello })
    const packets: string[] = []
    device.socket.io.engine.on('packet', ({ data }) => void (data && packets.push(String(data))))
    const identity = await device.ask('RegisterDeviceAsync', device.registration)
    await expect.poll(() => heardOf(device)).toEqual(['Server', 'v7'])
    expect(packets.map((packet) => /^\d+\[("\w+")?/.exec(packet)?.[1])).toEqual([
      undefined,
      '"RoleChangedAsync"',
      '"PrinterConfigChangedAsync"',
    ])
    await expect.poll(() => progressOf(hub, { ...device, identity })).toHaveLength(2)
    const { hash } = assignmentOf(7)
    expect(hub.registry.progress.map(({ config }) => config)).toEqual([
      { state: 'sent', version: 7, hash },
      { state: 'received', version: 7, hash },
    ])
  })

  test('hears only the newer one that was pushed before the registry had answered', async () => {
    const hub = await startTestHub()
    const gate = Promise.withResolvers<void>()
    hub.registry.gate = gate.promise
    const device = await hub.connect()
    const registering = device.ask('RegisterDeviceAsync', device.registration)
    await expect.poll(() => hub.registry.opens).toHaveLength(1)
    const sessionId = hub.registry.opens[0]?.sessionId ?? ''
    hub.hub.pushAssignments([{ sessionId, assignment: assignmentOf(2) }])
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(heardOf(device)).toEqual([])
    gate.resolve()
    const identity = await registering
    await expect.poll(() => progressOf(hub, { ...device, identity })).toEqual(['2 sent', '2 received'])
    expect(heardOf(device)).toEqual(['None', 'v2'])
  })

  test('and is refused hears nothing', async () => {
    const hub = await startTestHub()
    const device = await hub.connect()
    hub.registry.refusalByInstall.set(device.hello.installId, 'REVOKED')
    await expect(device.ask('RegisterDeviceAsync', device.registration)).rejects.toThrow('Refused')
    await device.closed
    expect(heardOf(device)).toEqual([])
  })

  test('hears it again in its next session', async () => {
    const hub = await startTestHub()
    const first = await settledDevice(hub)
    await first.ask('UnregisterDeviceAsync')
    const second = await settledDevice(hub, { hello: { installId: first.hello.installId } })
    expect(heardOf(second)).toEqual(['None', 'v1'])
  })
})

describe('a pushed assignment', () => {
  test('comes with its role when that is another one, and without when it is not', async () => {
    const hub = await startTestHub()
    const device = await settledDevice(hub)
    push(hub, device, assignmentOf(2, { role: 'Client' }))
    await expect.poll(() => progressOf(hub, device)).toContain('2 received')
    push(hub, device, assignmentOf(3, { role: 'Client' }))
    await expect.poll(() => progressOf(hub, device)).toContain('3 received')
    push(hub, device, assignmentOf(4, { role: 'None' }))
    await expect.poll(() => progressOf(hub, device)).toContain('4 received')
    expect(heardOf(device)).toEqual(['None', 'v1', 'Client', 'v2', 'v3', 'None', 'v4'])
  })

  test('waits for the one under way; of those that wait only the newest goes out', async () => {
    const hub = await startTestHub()
    const { gates, handlers } = slowAnswers()
    const device = await hub.register({ handlers })
    await expect.poll(() => gates).toHaveLength(1)
    push(hub, device, assignmentOf(2), assignmentOf(4), assignmentOf(3))
    await device.ask('UpdateRoleAsync', 'None')
    expect(heardOf(device)).toEqual(['None', 'v1'])
    gates[0]?.resolve(null)
    await expect.poll(() => gates).toHaveLength(2)
    gates[1]?.resolve(null)
    await expect.poll(() => progressOf(hub, device)).toContain('4 received')
    expect(heardOf(device)).toEqual(['None', 'v1', 'v4'])
    expect(progressOf(hub, device)).toEqual(['1 sent', '1 received', '4 sent', '4 received'])
  })

  test('that is older than the last one of the session is dropped', async () => {
    const hub = await startTestHub()
    const device = await settledDevice(hub)
    push(hub, device, assignmentOf(3))
    await expect.poll(() => progressOf(hub, device)).toContain('3 received')
    push(hub, device, assignmentOf(2), assignmentOf(4))
    await expect.poll(() => progressOf(hub, device)).toContain('4 received')
    expect(heardOf(device)).toEqual(['None', 'v1', 'v3', 'v4'])
  })

  test('reaches the device of that session and no other, of its pharmacy or another', async () => {
    const hub = await startTestHub()
    const [subject, peer] = [await settledDevice(hub), await settledDevice(hub)]
    const stranger = await settledDevice(hub, { pharmacyId: 2 })
    const target = { sessionId: crypto.randomUUID(), assignment: assignmentOf(2) }
    hub.hub.pushAssignments([target, { ...target, sessionId: subject.identity.connectionId }])
    await expect.poll(() => progressOf(hub, subject)).toContain('2 received')
    for (const other of [peer, stranger]) await other.ask('UpdateRoleAsync', 'None')
    expect([peer, stranger].map(heardOf)).toEqual([
      ['None', 'v1'],
      ['None', 'v1'],
    ])
  })

  test('reaches 150 devices while one of them is frozen', async () => {
    const settings = { maxUnprovenPerAddress: 200, assignmentTimeoutMs: 60_000 }
    const hub = await startTestHub({ settings })
    const frozen = await hub.register({ handlers: { PrinterConfigChangedAsync: never } })
    const devices = await Promise.all(Array.from({ length: 150 }, async () => settledDevice(hub)))
    hub.hub.pushAssignments(
      [frozen, ...devices].map(({ identity }) => ({
        sessionId: identity.connectionId,
        assignment: assignmentOf(2, { role: 'Client' }),
      })),
    )
    await expect
      .poll(() => devices.filter((device) => !progressOf(hub, device).includes('2 received')))
      .toEqual([])
    expect(progressOf(hub, frozen)).toEqual(['1 sent'])
  })
})

describe('an assignment that the device has', () => {
  test('is not sent again, until a heartbeat says that it holds another', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock, settings: { firstHeartbeatWithinMs: 0 } })
    const device = await settledDevice(hub)
    push(hub, device, assignmentOf(1))
    await device.ask('UpdateRoleAsync', 'None')
    expect(heardOf(device)).toEqual(['None', 'v1'])
    // The test device always says that it holds nothing.
    clock.stepMs(0)
    await expect.poll(() => hub.registry.nudges).toHaveLength(1)
    push(hub, device, assignmentOf(1))
    await expect.poll(() => heardOf(device)).toEqual(['None', 'v1', 'v1'])
  })

  test('is told as received when a report overtakes the answer, and once', async () => {
    const hub = await startTestHub()
    const { gates, handlers } = slowAnswers()
    const device = await hub.register({ handlers })
    await expect.poll(() => gates).toHaveLength(1)
    const { version, hash } = assignmentOf(1)
    const failed: ConfigProgress = {
      version,
      hash,
      state: 'failed',
      code: 'port_taken',
      reason: 'Another program has port 9100',
    }
    await device.ask('ReportConfigAsync', failed)
    gates[0]?.resolve(null)
    await device.ask('ReportConfigAsync', { version, hash, state: 'applied' })
    expect(progressOf(hub, device)).toEqual(['1 sent', '1 received', '1 failed', '1 applied'])
    expect(hub.registry.progress[2]?.config).toEqual(failed)
  })
})

describe('a session that is opened again after a lapse', () => {
  async function reopened(hub: TestHub, clock: SteppedClock): Promise<void> {
    hub.registry.loseRows()
    for (let second = 0; second < 30; second += 1) {
      clock.stepMs(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => hub.hub.facts().sessionsReopened).toBe(1)
  }

  test.for<[string, () => Promise<null>]>([
    ['that it has', async () => null],
    ['that it has not answered', never],
  ])('does not hear an unchanged assignment %s', async ([, PrinterConfigChangedAsync]) => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock, settings: { assignmentTimeoutMs: 20 } })
    const device = await hub.register({ handlers: { PrinterConfigChangedAsync } })
    await expect.poll(() => heardOf(device)).toEqual(['None', 'v1'])
    await new Promise((resolve) => setTimeout(resolve, 60))
    await reopened(hub, clock)
    await device.ask('UpdateRoleAsync', 'None')
    expect(heardOf(device)).toEqual(['None', 'v1'])
  })

  test('hears one that changed meanwhile', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const device = await settledDevice(hub)
    hub.registry.assignmentByInstall.set(device.hello.installId, assignmentOf(2, { role: 'Client' }))
    await reopened(hub, clock)
    await expect.poll(() => heardOf(device)).toEqual(['None', 'v1', 'Client', 'v2'])
  })
})
