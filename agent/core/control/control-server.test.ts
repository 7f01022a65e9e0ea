// The control socket over real Unix sockets: the real curl, answers, junk, limits, stale and living files, who may connect.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { MAX_LABEL_BYTES, type AgentHandlers } from '../../contract/agent-api.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { handlersThatAnswer } from '../../test/handlers.ts'
import { askAgent, NotRunningError } from '../../contract/socket-client.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { AGENT_STATUS } from '../../test/agent-status.ts'
import { ControlServer } from './control-server.ts'
import { CONTROL_GROUP } from './socket-file.ts'

const execFileAsync = promisify(execFile)

const handlers: AgentHandlers = handlersThatAnswer({
  status: async () => AGENT_STATUS,
  getSettings: async () => [],
  setSetting: async ({ name }) => {
    if (name === 'crash') throw new Error('a secret detail')
    throw new ProblemError('invalid', `${name} must be better`)
  },
})

async function startServer(
  file = path.join(temporaryFolder(), 'agent.sock'),
  more: Partial<AgentHandlers> = {},
): Promise<string> {
  const answering = { ...handlers, ...more }
  const server = new ControlServer({ path: file, handlers: () => answering, logger: silentLogger })
  onTestFinished(() => server.stop())
  await server.start()
  return file
}

/** The real curl; what it prints is the body, then the status. */
async function curl(socket: string, ...args: string[]): Promise<{ status: number; body: string }> {
  const format = ['-s', '-w', '\n%{http_code}', '--unix-socket', socket]
  const { stdout } = await execFileAsync('curl', [...format, ...args])
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
}

/** Sends bytes and gives everything that comes back until the agent closes. */
async function exchange(file: string, bytes: string): Promise<string> {
  const connection = net.connect(file)
  onTestFinished(() => void connection.destroy())
  let text = ''
  connection.on('data', (chunk: Buffer) => (text += chunk.toString()))
  connection.on('error', () => undefined)
  connection.write(bytes)
  await once(connection, 'close')
  return text
}

describe('curl at the control socket', () => {
  test('reads the status', async () => {
    const { status: code, body } = await curl(await startServer(), 'http://agent/v1/status')
    expect(code).toBe(200)
    expect(JSON.parse(body)).toEqual(AGENT_STATUS)
  })

  test('changes a setting, and hears as a problem what is wrong with it', async () => {
    const asked: unknown[] = []
    const setSetting: AgentHandlers['setSetting'] = async (change) => {
      asked.push(change)
      throw new ProblemError('invalid', `${change.name} must be better`)
    }
    const file = await startServer(undefined, { setSetting })
    const change = ['-X', 'PUT', '-d', '{"value":"x y"}', 'http://agent/v1/settings/Hub%20Url']
    const { status: code, body } = await curl(file, ...change)
    expect(asked).toEqual([{ name: 'Hub Url', value: 'x y' }])
    expect(code).toBe(422)
    expect(JSON.parse(body)).toMatchObject({
      type: 'urn:pharmacy-relay:problem:invalid',
      status: 422,
      code: 'invalid',
      detail: 'Hub Url must be better',
    })
  })

  test('hands a label over as it is, and the bytes are overwritten when it is taken', async () => {
    const label = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => index & 0xff))
    const source = path.join(temporaryFolder(), 'label.bin')
    writeFileSync(source, label)
    const taken: { readonly kept: Uint8Array; readonly copy: Buffer }[] = []
    const print: AgentHandlers['print'] = async ({ payload }) => {
      taken.push({ kept: payload, copy: Buffer.from(payload) })
      throw new ProblemError('state_conflict', 'no role')
    }
    const file = await startServer(undefined, { print })
    const { status: code } = await curl(file, '--data-binary', `@${source}`, 'http://agent/v1/jobs')
    expect(code).toBe(409)
    expect(taken.map(({ copy }) => copy.equals(label))).toEqual([true])
    expect(taken[0]?.kept.every((byte) => byte === 0)).toBe(true)
  })

  test('gets a picture as a picture and a bundle as a text', async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
    const file = await startServer(undefined, {
      picture: async ({ job }) => (job === '17' ? png : Uint8Array.of()),
      bundle: async () => 'what support needs',
    })
    const picture = await curl(
      file,
      '-o',
      '/dev/null',
      '-w',
      '\n%{content_type} %{size_download}\n%{http_code}',
      'http://agent/v1/jobs/17/picture',
    )
    expect(picture).toEqual({ status: 200, body: '\nimage/png 4' })
    expect(await curl(file, 'http://agent/v1/support-bundle')).toEqual({
      status: 200,
      body: 'what support needs',
    })
  })

  test('is told that a label is too large', async () => {
    const source = path.join(temporaryFolder(), 'label.bin')
    writeFileSync(source, Buffer.alloc(MAX_LABEL_BYTES + 1))
    const { status: code, body } = await curl(
      await startServer(),
      '--data-binary',
      `@${source}`,
      'http://agent/v1/jobs',
    )
    expect(code).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ code: 'too_large' })
  })

  test('sends nothing and gets an empty answer where there is nothing to say', async () => {
    const file = await startServer(undefined, { stop: async () => null })
    expect(await curl(file, '-X', 'POST', 'http://agent/v1/stop')).toEqual({ status: 204, body: '' })
  })

  test.each([
    ['a path that is none', ['http://agent/v1/nothing'], 404, 'not_found'],
    ['another version', ['http://agent/v2/status'], 501, 'not_supported'],
    ['another method', ['-X', 'DELETE', 'http://agent/v1/status'], 404, 'not_found'],
    ['a path that goes up', ['--path-as-is', 'http://agent/v1/jobs/../status'], 404, 'not_found'],
    ['a path that cannot be decoded', ['http://agent/v1/jobs/%FF'], 404, 'not_found'],
    ['a label that is no number', ['http://agent/v1/jobs/x'], 422, 'invalid'],
    ['more jobs than are told', ['http://agent/v1/jobs?count=1001'], 422, 'invalid'],
    ['a query that is not known', ['http://agent/v1/status?x=1'], 422, 'invalid'],
    ['text that is not JSON', ['-d', 'hello', 'http://agent/v1/pause'], 400, 'request_refused'],
    ['JSON that is no object', ['-d', '[1]', 'http://agent/v1/pause'], 400, 'request_refused'],
    ['a field too many', ['-d', '{"minutes":1,"x":1}', 'http://agent/v1/pause'], 422, 'invalid'],
    ['a body that is too large', ['-d', ' '.repeat(16_385), 'http://agent/v1/pause'], 413, 'too_large'],
  ] as const)('is refused %s', async (_what, args, code, problem) => {
    const file = await startServer()
    const refused = await curl(file, ...args)
    expect(refused.status, refused.body).toBe(code)
    expect(JSON.parse(refused.body)).toMatchObject({ code: problem, status: code })
    expect((await curl(file, 'http://agent/v1/status')).status).toBe(200)
  })
})

describe('ControlServer', () => {
  test('answers a request', async () => {
    expect(await askAgent(await startServer(), 'status', null)).toEqual(AGENT_STATUS)
  })

  test('passes on expected refusals with code and detail', async () => {
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
    ['text that is not HTTP', 'hello\r\n\r\n', 400],
    ['a head without an end', `GET /v1/status HTTP/1.1\r\nx: ${'x'.repeat(9_000)}`, 431],
  ])('ends the connection of %s with a problem, and serves the next one', async (_what, bytes, code) => {
    const file = await startServer()
    const reply = await exchange(file, bytes)
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${code} `))
    expect(reply).toContain('application/problem+json')
    expect(await askAgent(file, 'status', null)).toEqual(AGENT_STATUS)
  })

  test('refuses requests beyond those that it has under way, and answers afterwards', async () => {
    const gate = Promise.withResolvers<void>()
    const file = await startServer(undefined, {
      getSettings: async () => {
        await gate.promise
        return []
      },
    })
    const request = 'GET /v1/settings HTTP/1.1\r\nHost: agent\r\n\r\n'
    const last = 'GET /v1/settings HTTP/1.1\r\nHost: agent\r\nConnection: close\r\n\r\n'
    const pipelined = exchange(file, `${request.repeat(39)}${last}`)
    await expect
      .poll(async () => askAgent(file, 'status', null).catch((error: unknown) => error))
      .toMatchObject({ code: 'rate_limited' })
    gate.resolve()
    const replies = await pipelined
    expect(replies.match(/HTTP\/1.1 200 OK/g)).toHaveLength(32)
    expect(replies.match(/HTTP\/1.1 429 /g)).toHaveLength(8)
    expect(await askAgent(file, 'status', null)).toEqual(AGENT_STATUS)
  })

  test('takes four labels at a time', async () => {
    const gate = Promise.withResolvers<void>()
    let taken = 0
    const file = await startServer(undefined, {
      print: async () => {
        taken += 1
        await gate.promise
        throw new ProblemError('state_conflict', 'no role')
      },
    })
    const print = async (): Promise<unknown> =>
      askAgent(file, 'print', { payload: Buffer.from('^XA^XZ') }).catch((error: unknown) => error)
    const four = Array.from({ length: 4 }, print)
    await expect.poll(() => taken).toBe(4)
    expect(await print()).toMatchObject({ code: 'unavailable' })
    gate.resolve()
    for (const one of four) expect(await one).toMatchObject({ code: 'state_conflict' })
    expect(await print()).toMatchObject({ code: 'state_conflict' })
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
    expect(await askAgent(await startServer(file), 'status', null)).toEqual(AGENT_STATUS)
  })

  test('refuses the file of a living agent', async () => {
    const file = await startServer()
    await expect(startServer(file)).rejects.toThrow('another agent answers there')
    expect(await askAgent(file, 'status', null)).toEqual(AGENT_STATUS)
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
