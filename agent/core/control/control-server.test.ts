// The control socket over real Unix sockets: answers, junk, limits, stale and living files, who may connect.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import type { AgentHandlers, AgentStatus } from '@pharmacy-relay/shared/agent-api.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { handlersThatAnswer } from '../../test/handlers.ts'
import { askAgent, NotRunningError } from '../../cli/control-client.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { ControlServer } from './control-server.ts'
import { CONTROL_GROUP } from './socket-file.ts'

const status: AgentStatus = {
  agentVersion: '0.1.0',
  pid: 1,
  startedAt: '2026-11-20T09:00:00.000Z',
  installId: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
  dataFolder: '/data',
  computerName: 'COUNTER-1',
  pharmacyId: 7,
  pharmacyName: 'Central',
  hubUrl: null,
  hub: { state: 'off', why: 'Not set up yet' },
  printing: {
    ...{ role: 'None', printerName: null, target: null, tcpPort: null },
    ...{ assignmentVersion: 0, failure: null, printer: null },
    labels: { waiting: 0, held: 0, unknown: 0, failed: 0, look: null },
  },
  keys: { store: 'file', fingerprint: 'e'.repeat(64) },
}

const handlers: AgentHandlers = handlersThatAnswer({
  status: async () => status,
  getSettings: async () => [],
  setSetting: async ({ name }) => {
    if (name === 'crash') throw new Error('a secret detail')
    throw new ProblemError('invalid', `${name} must be better`)
  },
})

async function startServer(file = path.join(temporaryFolder(), 'agent.sock')): Promise<string> {
  const server = new ControlServer({ path: file, handlers: () => handlers, logger: silentLogger })
  onTestFinished(() => server.stop())
  await server.start()
  return file
}

/** Sends bytes and gives the replies until the agent closes or `count` lines came. */
async function exchange(file: string, bytes: string, count = 1): Promise<unknown[]> {
  const connection = net.connect(file)
  onTestFinished(() => void connection.destroy())
  let text = ''
  connection.on('data', (chunk: Buffer) => (text += chunk.toString()))
  connection.on('error', () => undefined)
  connection.write(bytes)
  await new Promise<void>((resolve) => {
    connection.on('close', () => resolve())
    connection.on('data', () => text.split('\n').length > count && resolve())
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
}

describe('ControlServer', () => {
  test('answers a request', async () => {
    expect(await askAgent(await startServer(), 'status', null)).toEqual(status)
  })

  test('answers several requests of one connection in order, also when they arrive in pieces', async () => {
    const file = await startServer()
    const lines = [3, 1, 2].map((id) => `${JSON.stringify({ v: 1, id, method: 'status', params: null })}\n`)
    const replies = await exchange(file, lines.join(''), 3)
    expect(replies).toMatchObject([{ id: 3 }, { id: 1 }, { id: 2 }])
  })

  test('passes on expected refusals with code and words', async () => {
    const asking = askAgent(await startServer(), 'setSetting', { name: 'HubUrl', value: 'x' })
    await expect(asking).rejects.toMatchObject({ code: 'invalid', message: 'HubUrl must be better' })
  })

  test('tells nothing about unexpected failures', async () => {
    const asking = askAgent(await startServer(), 'setSetting', { name: 'crash', value: null })
    await expect(asking).rejects.toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('secret'),
    })
  })

  test.each([
    ['text that is not JSON', 'hello', 'request_refused'],
    ['JSON that is no request', '[1,2]', 'request_refused'],
    ['a field too many', '{"v":1,"id":1,"method":"status","params":null,"x":1}', 'request_refused'],
    ['wrong parameters', '{"v":1,"id":1,"method":"setSetting","params":{"name":7}}', 'request_refused'],
    ['an unknown method', '{"v":1,"id":1,"method":"constructor","params":null}', 'not_found'],
    ['another version', '{"v":2,"id":1,"method":"status","params":null}', 'not_supported'],
  ])('refuses %s and goes on', async (_what, line, code) => {
    const good = JSON.stringify({ v: 1, id: 9, method: 'status', params: null })
    const [refused, answered] = await exchange(await startServer(), `${line}\n${good}\n`, 2)
    expect(refused).toMatchObject({ ok: false, code })
    expect(answered).toMatchObject({ id: 9, ok: true })
  })

  test('ends a connection that sends too long a line, and serves the next one', async () => {
    const file = await startServer()
    expect(await exchange(file, 'x'.repeat(70_000))).toMatchObject([{ ok: false, code: 'too_large' }])
    expect(await askAgent(file, 'status', null)).toEqual(status)
  })

  test('ends a connection that sends more requests than it waits for', async () => {
    const replies = await exchange(await startServer(), '{}\n'.repeat(1_000), 1_000)
    expect(replies.at(-1)).toMatchObject({ code: 'too_large' })
    expect(replies.length).toBeLessThanOrEqual(65)
  })

  test('is closed to other users', async () => {
    const { mode } = statSync(await startServer())
    const hasGroup = readFileSync('/etc/group', 'utf8').includes(`\n${CONTROL_GROUP}:`)
    expect(mode & 0o777).toBe(hasGroup ? 0o660 : 0o600)
  })

  test('removes its file when it stops', async () => {
    const file = path.join(temporaryFolder(), 'agent.sock')
    const server = new ControlServer({ path: file, handlers: () => handlers, logger: silentLogger })
    await server.start()
    await server.stop()
    expect(existsSync(file)).toBe(false)
    await expect(askAgent(file, 'status', null)).rejects.toBeInstanceOf(NotRunningError)
  })

  test('replaces the file of a dead agent', async () => {
    const file = path.join(temporaryFolder(), 'agent.sock')
    const script = `require('node:net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`
    await once(spawn(process.execPath, ['-e', script]), 'exit')
    expect(existsSync(file)).toBe(true)
    expect(await askAgent(await startServer(file), 'status', null)).toEqual(status)
  })

  test('refuses the file of a living agent', async () => {
    const file = await startServer()
    await expect(startServer(file)).rejects.toThrow('another agent answers there')
    expect(await askAgent(file, 'status', null)).toEqual(status)
  })

  test('does not touch a file that is no socket', async () => {
    const file = path.join(temporaryFolder(), 'agent.sock')
    writeFileSync(file, 'precious')
    await expect(startServer(file)).rejects.toThrow('there is something else at that path')
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })

  test('refuses a path that the system would cut off', async () => {
    const file = path.join(temporaryFolder(), 'x'.repeat(110))
    await expect(startServer(file)).rejects.toThrow('Agent__ControlSocket')
  })
})
