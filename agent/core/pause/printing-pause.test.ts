// A pause that a person made: labels wait and say why, none expires, and it ends by itself, over restarts and clocks that jump.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { assignClient, assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { openMigratedFile } from '../database/migrated-file.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { sendLabel } from '../../test/send-label.ts'
import { PrintingPause } from './printing-pause.ts'

const MINUTE = 60_000
const LABEL = Buffer.from('^XA^FO50,50^A0N,30,30^FDpaused^FS^XZ')

function database(file = path.join(temporaryFolder(), 'agent.db')): Sqlite.Database {
  const opened = openMigratedFile({
    file,
    migrations: MIGRATIONS,
    logger: silentLogger,
    prepare: () => undefined,
    adviceWhenDamaged: '',
    adviceWhenOlder: '',
  })
  onTestFinished(() => void opened.close())
  return opened
}

describe('A pause', () => {
  test('ends by itself, and tells of both ends', () => {
    const clock = new SteppedClock()
    const heard: (string | null)[] = []
    const pause = new PrintingPause({
      database: database(),
      clock,
      onChange: () => heard.push(pause.until()),
    })
    expect([pause.until(), pause.why(), pause.endedAtMs()]).toEqual([null, null, null])
    const end = pause.pause(30)
    expect(Date.parse(end) - clock.wallMs()).toBe(30 * MINUTE)
    expect(pause.why()).toMatchObject({
      code: 'paused',
      params: { until: expect.stringMatching(/^\d\d:\d\d$/) },
    })
    clock.stepMs(30 * MINUTE - 1)
    expect(pause.until()).toBe(end)
    clock.stepMs(1)
    expect(heard).toEqual([end, null])
    expect(pause.endedAtMs()).toBe(Date.parse(end))
    expect(clock.pending()).toBe(0)
  })

  test('asked again begins anew, and is over when a person says so', () => {
    const clock = new SteppedClock()
    const pause = new PrintingPause({ database: database(), clock, onChange: () => undefined })
    pause.pause(480)
    const end = pause.pause(1)
    expect(pause.until()).toBe(end)
    pause.resume()
    pause.resume()
    expect([pause.until(), pause.endedAtMs()]).toEqual([null, clock.wallMs()])
  })

  test('goes on after a restart, for 8 hours at most whatever the clock says', () => {
    const kept = database()
    const begun = new SteppedClock()
    new PrintingPause({ database: kept, clock: begun, onChange: () => undefined }).pause(60)
    const leftAt = (wallMs: number): number | null => {
      const pause = new PrintingPause({
        database: kept,
        clock: new SteppedClock(wallMs),
        onChange: () => undefined,
      })
      const end = pause.until()
      return end === null ? null : (Date.parse(end) - wallMs) / MINUTE
    }
    expect(leftAt(begun.wallMs() + 20 * MINUTE)).toBe(40)
    expect(leftAt(begun.wallMs() + 60 * MINUTE)).toBe(null)
    expect(leftAt(begun.wallMs() - 365 * 24 * 60 * MINUTE)).toBe(480)
  })
})

async function agentWithPrinter(options: Partial<Parameters<typeof startAgent>[0]> & { address: string }) {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const agent = await startAgent({ printers: printerId, ...options })
  expect(await assignServer(agent, printerId)).toMatchObject({ state: 'applied' })
  const paper = (): number => printer.roll.entries().length
  return { agent, printerId, paper }
}

const send = async (agent: InProcessAgent) => sendLabel(agent, LABEL)

const states = async (agent: InProcessAgent): Promise<string[]> =>
  (await agent.ask('jobs', null)).map((job) => `${job.state} ${codesOf(job)}`).toReversed()

test('Labels wait with the reason in list, trace, status and doctor, and come out in order when a person resumes', async () => {
  const dataFolder = temporaryFolder()
  const first = await agentWithPrinter({ address: '127.0.1.73', dataFolder })
  const { pausedUntil } = await first.agent.ask('pause', { minutes: 30 })
  await Promise.all([send(first.agent), send(first.agent)])
  await until('both wait', async () => (await first.agent.ask('jobs', null)).length === 2)
  await until('both say why', async () => {
    const traces = [await first.agent.ask('job', { job: '1' }), await first.agent.ask('job', { job: '2' })]
    return traces.every(({ steps }) => codesOf(steps.at(-1)) === 'paused')
  })
  const why = 'waiting_for_printer paused'
  expect(await states(first.agent)).toEqual([why, why])
  expect((await first.agent.ask('status', null)).printing).toMatchObject({ labels: { waiting: 2 } })
  expect(await first.agent.ask('doctor', null)).toMatchObject({ blocking: 'spool' })
  await first.agent.stop()
  const second = await startAgent({
    address: '127.0.1.73',
    dataFolder,
    port: first.agent.port,
    printers: first.printerId,
  })
  const { printing } = await second.ask('status', null)
  expect(Math.abs(Date.parse(printing.pausedUntil ?? '') - Date.parse(pausedUntil ?? ''))).toBeLessThan(5_000)
  expect(first.paper()).toBe(0)
  expect(await second.ask('resume', null)).toEqual({ pausedUntil: null })
  await until('both came out', () => first.paper() === 2)
})

test('A label outlives a pause that is longer than labels live, and has its whole time afterwards', async () => {
  const clock = new SteppedClock()
  const { agent, paper } = await agentWithPrinter({ address: '127.0.1.74', clock })
  await agent.ask('pause', { minutes: 60 })
  await send(agent)
  await until('it waits', async () => (await states(agent)).length === 1)
  clock.stepMs(59 * MINUTE)
  expect(await states(agent)).toEqual(['waiting_for_printer paused'])
  expect(paper()).toBe(0)
  clock.stepMs(MINUTE)
  await until('it came out', () => paper() === 1)
})

test('A Client keeps its labels while it is paused, a printer computer those of its Clients; each comes out once', async () => {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const server = await startAgent({ address: '127.0.1.77', printers: printerId })
  const client = await startAgent({ address: '127.0.1.78' })
  await assignServer(server, printerId, { clients: [client] })
  await assignClient(client, server)
  const paper = (): number => printer.roll.entries().length
  await send(client)
  await until('the first came out', () => paper() === 1)
  await client.ask('pause', { minutes: 5 })
  await Promise.all([send(client), send(client)])
  await until('both wait here', async () => (await client.ask('status', null)).printing.labels.waiting === 2)
  expect((await client.ask('doctor', null)).blocking).toBe('spool')
  await server.ask('pause', { minutes: 5 })
  await client.ask('resume', null)
  await until('both wait there', async () => (await server.ask('status', null)).printing.labels.waiting === 2)
  expect(paper()).toBe(1)
  await server.ask('resume', null)
  await until('both came out', () => paper() === 3)
  await until('the client knows', async () =>
    (await client.ask('jobs', null)).every(({ state }) => state === 'sent_to_printer' || state === 'printed'),
  )
  expect(paper()).toBe(3)
})

test('A computer without a role has nothing to pause', async () => {
  const agent = await startAgent({ address: '127.0.1.75' })
  await expect(agent.ask('pause', { minutes: 5 })).rejects.toMatchObject({ code: 'state_conflict' })
  expect(await agent.ask('resume', null)).toEqual({ pausedUntil: null })
})
