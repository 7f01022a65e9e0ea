// Printer lists and test labels over real sockets: who is asked, how long, and every way it can fail.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { describe, expect, test } from 'vitest'
import { inTrace } from '../../http/trace.ts'
import { answerWith, never, startTestHub, type DeviceOptions, type TestHub } from '../test/test-hub.ts'

const PRINTERS: PrinterList = [{ id: 'cups:ZD421', name: 'ZD421', detail: 'Zebra ZD421' }]
const JOB = printJobOf({ n: 12, state: 'sent_to_printer', destination: 'cups:ZD421', attempts: 1 })

const DIAGNOSIS: Diagnosis = {
  computerName: 'PC-1',
  at: '2026-11-20T09:00:00.000Z',
  role: 'None',
  path: null,
  tookMs: 3,
  hops: [{ hop: 'role', verdict: 'failed', code: 'role_none', facts: {}, tookMs: 0 }],
  blocking: 'role',
}

type Answers = NonNullable<DeviceOptions['handlers']>

/** How a device answers each. */
const requests = [
  {
    name: 'the printers',
    event: 'ListPrintersAsync',
    expected: PRINTERS,
    answering: (answer: () => Promise<never>): Answers => ({ ListPrintersAsync: answer }),
  },
  {
    name: 'a test label',
    event: 'PrintTestLabelAsync',
    expected: JOB,
    answering: (answer: () => Promise<never>): Answers => ({ PrintTestLabelAsync: answer }),
  },
  {
    name: 'a diagnosis',
    event: 'CollectDiagnosticsAsync',
    expected: DIAGNOSIS,
    answering: (answer: () => Promise<never>): Answers => ({ CollectDiagnosticsAsync: answer }),
  },
] as const

const good = {
  CollectDiagnosticsAsync: async () => DIAGNOSIS,
  ListPrintersAsync: async () => PRINTERS,
  PrintTestLabelAsync: async () => JOB,
}

describe.for(requests)('$name', ({ event, expected, answering }) => {
  const ask = async (hub: TestHub, sessionId: string) => hub.hub.askDevice(sessionId, event, [])

  test('come from the device of that session; no other is asked', async () => {
    const hub = await startTestHub()
    const device = await hub.register({ handlers: good })
    const others = [await hub.register(), await hub.register({ pharmacyId: 2 })]
    await expect(ask(hub, device.identity.connectionId)).resolves.toEqual(expected)
    for (const other of others) {
      await other.ask('UpdateRoleAsync', 'None')
      expect(other.heard.map((one) => one.event)).not.toContain(event)
    }
  })

  test('of a device that is not here are PEER_OFFLINE at once', async () => {
    const hub = await startTestHub()
    const [device, unregistered] = [await hub.register({ handlers: good }), await hub.connect()]
    await device.ask('UnregisterDeviceAsync')
    for (const sessionId of [crypto.randomUUID(), device.identity.connectionId])
      await expect(ask(hub, sessionId)).rejects.toMatchObject({ code: 'PEER_OFFLINE' })
    expect(unregistered.heard).toEqual([])
  })

  test('of a device that does not answer are TIMEOUT, and its place is free again', async () => {
    const settings = { longestRequestMs: 40, maxRequestsPerDevice: 1 }
    const hub = await startTestHub({ settings })
    const device = await hub.register({ handlers: answering(never) })
    for (const _try of [1, 2])
      await expect(ask(hub, device.identity.connectionId)).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('of a device that leaves meanwhile are PEER_GONE', async () => {
    const hub = await startTestHub()
    const asked = Promise.withResolvers<void>()
    const handlers = answering(async () => {
      asked.resolve()
      return never()
    })
    const device = await hub.register({ handlers })
    const refused = expect(ask(hub, device.identity.connectionId)).rejects.toMatchObject({
      code: 'PEER_GONE',
    })
    await asked.promise
    device.socket.disconnect()
    await refused
  })

  test('beyond so many at the same time are QUEUE_FULL', async () => {
    const hub = await startTestHub({ settings: { longestRequestMs: 200 } })
    const device = await hub.register({ handlers: answering(never) })
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async () =>
        ask(hub, device.identity.connectionId).catch((error: HubError) => error.code),
      ),
    )
    expect(outcomes).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'QUEUE_FULL'])
  })
})

test.for<[string, 'ListPrintersAsync' | 'PrintTestLabelAsync', unknown]>([
  ['printers that are names only', 'ListPrintersAsync', ['ZD421']],
  ['a printer with an id of no known form', 'ListPrintersAsync', [{ ...PRINTERS[0], id: 'ZD421' }]],
  ['more printers than fit', 'ListPrintersAsync', Array(51).fill(PRINTERS[0])],
  ['no job', 'PrintTestLabelAsync', null],
  ['a job without its state', 'PrintTestLabelAsync', { ...JOB, state: null }],
])('%s are refused', async ([, event, data]) => {
  const hub = await startTestHub()
  const device = await hub.connect({ handlers: { [event]: never } })
  answerWith(device, event, { ok: true, data })
  const { connectionId } = await device.ask('RegisterDeviceAsync', device.registration)
  await expect(hub.hub.askDevice(connectionId, event, [])).rejects.toMatchObject({ code: 'INVALID' })
})

test.for<[string, string, unknown[], string]>([
  ['a request that the table does not know', 'FormatDiskAsync', [], 'UNKNOWN_EVENT'],
  ['an event of the hub that is no request', 'SessionEndedAsync', [], 'UNKNOWN_EVENT'],
  ['a property that every object has', 'constructor', [], 'UNKNOWN_EVENT'],
  ['arguments of another form', 'ListPrintersAsync', [1], 'INVALID'],
])('%s reaches no device', async ([, name, args, code]) => {
  const hub = await startTestHub()
  const device = await hub.register({ handlers: good })
  const asked = hub.hub.askDevice(device.identity.connectionId, name, args)
  await expect(asked).rejects.toMatchObject({ code })
  await device.ask('UpdateRoleAsync', 'None')
  expect(device.heard.map(({ event }) => event)).not.toContain(name)
})

describe('with a trace id', () => {
  const traceId = '1f'.repeat(16)

  test('a device that says it knows traces hears it beside what is asked, and its answer is checked as without', async () => {
    const hub = await startTestHub()
    const calls: unknown[] = []
    let answer: unknown = PRINTERS
    const AskTracedAsync: Answers['AskTracedAsync'] = async (call) => {
      calls.push(call)
      return answer
    }
    const hello = { knows: ['AskTracedAsync'] }
    const { identity } = await hub.register({ hello, handlers: { AskTracedAsync } })
    const ask = async () =>
      inTrace(traceId, async () => hub.hub.askDevice(identity.connectionId, 'ListPrintersAsync', []))
    expect(await ask()).toEqual(PRINTERS)
    expect(calls).toEqual([{ name: 'ListPrintersAsync', args: [], traceId }])
    answer = 'no list'
    await expect(ask()).rejects.toMatchObject({ code: 'INVALID' })
  })

  test.for([[undefined], [['SomethingLaterAsync']]])(
    'one that knows %j is asked by the documented event alone',
    async ([knows]) => {
      const hub = await startTestHub()
      const device = await hub.register({ hello: knows === undefined ? {} : { knows }, handlers: good })
      const asked = inTrace(traceId, async () =>
        hub.hub.askDevice(device.identity.connectionId, 'PrintTestLabelAsync', []),
      )
      expect(await asked).toEqual(JOB)
      const events = device.heard.map((one) => one.event)
      expect(events.filter((event) => event === 'PrintTestLabelAsync')).toHaveLength(1)
      expect(events).not.toContain('AskTracedAsync')
    },
  )
})
