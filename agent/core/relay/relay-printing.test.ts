// What the relay tells the hub about printing, and what the hub may ask, against a real socket.io server.
import type { ConfigReport } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { silentLogger, type LogFields, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { ReceivedAssignment } from '../assignment/received-assignment.ts'
import { assignmentOf, laterAssignment, targetOf } from '../assignment/test-assignment.ts'
import type { PrintingService } from './printing-service.ts'
import { onlineRelay } from './test-relay.ts'

const ASSIGNMENT = assignmentOf({ version: 3, role: 'Client' })
const HASH = ASSIGNMENT.hash
const APPLIED: ConfigReport = { version: 3, hash: HASH, state: 'applied' }
const PRINTERS: PrinterList = [{ id: 'cups:ZD421', name: 'Counter', detail: 'Zebra' }]

describe('On connect the hub hears', () => {
  test('the role and the port that this computer really has, its printers, and what became of its assignment', async () => {
    const { hub } = await onlineRelay({
      printing: {
        role: () => 'Server',
        tcpPort: () => 9101,
        printers: () => PRINTERS,
        config: () => APPLIED,
      },
    })
    await until('all reports', () => hub.configs.length === 1)
    expect(hub.registrations[0]?.role).toBe('Server')
    expect(hub.reports[0]?.tcpPort).toBe(9101)
    expect([hub.roles, hub.printerLists, hub.configs]).toEqual([[], [PRINTERS], [APPLIED]])
  })

  test('all of it again after the connection was lost', async () => {
    const { hub, relay, clock } = await onlineRelay({
      printing: { printers: () => PRINTERS, config: () => APPLIED },
    })
    await until('all reports', () => hub.configs.length === 1)
    for (const socket of hub.sockets()) socket.disconnect()
    await until('the loss', () => relay.connection().state === 'waiting')
    clock.stepMs(5_000)
    await until('all reports again', () => hub.configs.length === 2)
    expect([hub.reports.length, hub.printerLists.length]).toEqual([2, 2])
  })
})

describe('While online the hub hears', () => {
  test('only what has changed', async () => {
    const now = { role: 'None' as ReturnType<PrintingService['role']>, port: null as number | null }
    const { hub, relay } = await onlineRelay({
      printing: {
        role: () => now.role,
        tcpPort: () => now.port,
        printers: () => PRINTERS,
      },
    })
    await until('the printers', () => hub.printerLists.length === 1)
    Object.assign(now, { role: 'Client', port: 9100 })
    relay.tell()
    await until('the role', () => hub.roles.length === 1)
    relay.tell()
    await hub.nudge(1)
    expect([hub.reports.map(({ tcpPort }) => tcpPort), hub.roles, hub.printerLists.length]).toEqual([
      [null, 9100],
      ['Client'],
      1,
    ])
  })

  test('the outcome of an assignment that it sent again', async () => {
    const state: { config: ConfigReport | null } = { config: APPLIED }
    const { hub, relay } = await onlineRelay({
      printing: {
        config: () => state.config,
        receive: () => void (state.config = { ...APPLIED }),
      },
    })
    await until('the outcome', () => hub.configs.length === 1)
    await hub.request('PrinterConfigChangedAsync', ASSIGNMENT)
    relay.tell()
    await until('the outcome again', () => hub.configs.length === 2)
    relay.tell()
    await hub.nudge(1)
    expect(hub.configs).toHaveLength(2)
  })
})

describe('A report that the hub refuses', () => {
  test.each([
    ['for now is told again', 'RATE_LIMITED', 2],
    ['for good is not told again', 'INVALID', 1],
  ] as const)('%s', async (_what, code, times) => {
    const now: { printers: PrinterList | null } = { printers: null }
    const { hub, relay, clock } = await onlineRelay({
      printing: { printers: () => now.printers, config: () => APPLIED },
    })
    hub.refusePrinters = { code, message: 'No' }
    now.printers = PRINTERS
    relay.tell()
    await until('the report', () => hub.printerLists.length === 1)
    hub.refusePrinters = null
    await hub.nudge(1)
    clock.stepMs(30_000)
    if (times > 1) await until('the report again', () => hub.printerLists.length === times)
    await hub.nudge(1)
    await until('the other report', () => hub.configs.length === 1)
    expect(hub.printerLists).toHaveLength(times)
  })
})

describe('The hub asks', () => {
  test('and the heartbeat says which assignment is held and how many labels wait', async () => {
    const { hub } = await onlineRelay({
      printing: { held: () => ({ version: 3, hash: HASH }), queueDepth: () => 5 },
    })
    expect(await hub.nudge(1)).toMatchObject({ configVersion: 3, configHash: HASH, queueDepth: 5 })
  })

  test('to keep an assignment, and hears yes only when it is kept', async () => {
    const received: ReceivedAssignment[] = []
    const { hub } = await onlineRelay({
      printing: {
        receive: (assignment) => {
          if (received.length > 0) throw new Error('the disk is full')
          received.push(assignment)
        },
      },
    })
    expect(await hub.request('PrinterConfigChangedAsync', ASSIGNMENT)).toBeNull()
    expect(received).toEqual([{ assignment: ASSIGNMENT, document: ASSIGNMENT }])
    await expect(hub.request('PrinterConfigChangedAsync', ASSIGNMENT)).rejects.toMatchObject({
      code: 'INTERNAL',
    })
  })

  test('to keep an assignment with fields of a later version, and all of them are kept', async () => {
    const received: ReceivedAssignment[] = []
    const { hub } = await onlineRelay({ printing: { receive: (one) => void received.push(one) } })
    const target = targetOf()
    const later = laterAssignment({ role: 'Client', later: { a: [1] }, target: { ...target, later: 2 } })
    expect(await hub.request('PrinterConfigChangedAsync', later)).toBeNull()
    const assignment = { ...assignmentOf({ role: 'Client', target }), hash: later.hash }
    expect(received).toEqual([{ document: later, assignment }])
  })

  test.each([
    ['something that is no assignment', { ...ASSIGNMENT, tcpPort: 0 }],
    ['a role that it does not know', { ...ASSIGNMENT, role: 'Standby' }],
    ['an assignment that lost a field on its way', { ...laterAssignment({ later: 1 }), later: undefined }],
  ])('to keep %s, and hears that it does not', async (_what, wrong) => {
    const { hub } = await onlineRelay({ printing: { receive: () => expect.unreachable() } })
    const [socket] = hub.sockets()
    const answer: unknown = await socket?.timeout(2_000).emitWithAck('PrinterConfigChangedAsync', wrong)
    expect(answer).toMatchObject({ ok: false, code: 'INVALID' })
  })

  test('for printers, and gets them or, after 7.5 s, a clear answer', async () => {
    const never = new Promise<PrinterList>(() => undefined)
    const lists = [Promise.resolve(PRINTERS), never]
    const { hub, clock } = await onlineRelay({
      work: { ListPrintersAsync: async () => lists.shift() ?? never },
    })
    expect(await hub.request('ListPrintersAsync')).toEqual(PRINTERS)
    const asking = hub.request('ListPrintersAsync')
    await until('the limit', () => clock.nextInMs() === 7_500)
    clock.stepMs(7_500)
    await expect(asking).rejects.toMatchObject({
      code: 'DEADLINE',
      message: expect.stringContaining('7.5 s'),
    })
  })

  test('by a trace: what was asked, what came of it and what is not known stand in the log by it', async () => {
    const traceId = '1f'.repeat(16)
    const log: LogFields[] = []
    const keep = (event: string, fields?: LogFields) => void log.push({ event, ...fields })
    const logger: Logger = { ...silentLogger, info: keep, warn: keep, named: () => logger }
    const job = printJobOf({ n: 12, state: 'sent_to_printer' })
    const { hub } = await onlineRelay({ work: { PrintTestLabelAsync: async () => job }, logger })
    const ask = async (name: string) => hub.request('AskTracedAsync', { name, args: [], traceId })
    expect(await ask('PrintTestLabelAsync')).toEqual(job)
    await expect(ask('toString')).rejects.toMatchObject({ code: 'UNKNOWN_EVENT' })
    expect(log.filter((line) => line['traceId'] === traceId)).toEqual([
      { event: 'relay.asked', traceId, request: 'PrintTestLabelAsync' },
      {
        event: 'relay.answered',
        traceId,
        request: 'PrintTestLabelAsync',
        job: job.id,
        n: 12,
        state: job.state,
      },
    ])
  })

  test('for a test label of a computer without a role, and hears why not', async () => {
    const why = reason('no_part', {})
    const { hub } = await onlineRelay({
      work: {
        PrintTestLabelAsync: async () => Promise.reject(new ProblemError('state_conflict', why)),
      },
    })
    await expect(hub.request('PrintTestLabelAsync')).rejects.toMatchObject({
      code: 'INVALID',
      message: why.detail,
      reason: why,
    })
  })
})
