// The shell of a program, as a real process: ready, stop requests, faults in words.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withDevelopmentSecrets } from './development-secrets.ts'
import { listen } from './listen.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PROGRAM = fileURLToPath(new URL('./test-program.ts', import.meta.url))

function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-http-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const told = async (stream: Readable | null): Promise<string> => (stream === null ? '' : text(stream))

/** Starts it under scripts/run.cjs with an IPC channel, as `npm start` does. */
function start(environment: Record<string, string>, args: readonly string[] = []) {
  const env = { PATH: process.env['PATH'], Data__Folder: tempFolder(), ...environment }
  const child = fork(path.join(ROOT, 'scripts/run.cjs'), [PROGRAM, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, out: told(child.stdout), err: told(child.stderr), ended: once(child, 'exit') }
}

async function ready(child: ChildProcess): Promise<string> {
  const [message] = (await once(child, 'message')) as [{ kind: string; where: string }]
  expect(message.kind).toBe('ready')
  return message.where
}

describe('a running program', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends in order on %s, also when it comes twice',
    async (signal) => {
      const { child, out, ended } = start({})
      const where = await ready(child)
      expect((await fetch(where.replace('test program on ', ''))).status).toBe(200)
      child.kill(signal)
      child.kill(signal)
      expect(await ended).toEqual([0, null])
      expect((await out).match(/stopped in order/g)).toHaveLength(1)
    },
  )

  test('ends in order when its parent lets go of it', async () => {
    const { child, out, ended } = start({})
    await ready(child)
    child.disconnect()
    expect(await ended).toEqual([0, null])
    expect(await out).toContain('stopped in order')
  })
})

describe('a program whose end takes long', () => {
  const stopping = async (environment: Record<string, string>) => {
    const program = start({ TEST_STOP_MS: '60000', ...environment })
    await ready(program.child)
    program.child.kill('SIGTERM')
    return program
  }

  test('leaves at once when it is asked a second time', async () => {
    const { child, out, ended } = await stopping({})
    await delay(1_100)
    expect(child.exitCode).toBeNull()
    child.kill('SIGINT')
    expect(await ended).toEqual([1, null])
    expect(await out).not.toContain('stopped in order')
  })

  test('ends in order all the same when its parent goes meanwhile', async () => {
    const { child, out, ended } = await stopping({ TEST_STOP_MS: '1500' })
    await delay(1_100)
    child.disconnect()
    expect(await ended).toEqual([0, null])
    expect(await out).toContain('stopped in order')
  })

  test('leaves when the time of its settings is over', async () => {
    const { ended } = await stopping({ Stop__LimitSeconds: '1' })
    expect(await ended).toEqual([1, null])
  })
})

describe('a program that is still starting', () => {
  test.each([
    ['is told to stop', (child: ChildProcess) => void child.kill('SIGTERM')],
    ['loses its parent', (child: ChildProcess) => child.disconnect()],
  ])('and %s stops in order what it started', async (_what, stop) => {
    const { child, out, ended } = start({ TEST_START_MS: '300' })
    await once(child.stdout ?? child, 'data')
    stop(child)
    expect(await ended).toEqual([0, null])
    expect(await out).toContain('stopped in order')
  })
})

describe('faults are said in words, without a stack, and end with code 1:', () => {
  test('a busy port', async () => {
    const other = createServer()
    const port = await listen(other, { host: '127.0.0.1', port: 0, setting: 'Other__Port' })
    onTestFinished(() => void other.close())
    const { err, ended } = start({ Test__Port: String(port) })
    expect(await ended).toEqual([1, null])
    expect(await err).toBe(
      `test program: Port ${port} on 127.0.0.1 is in use by another program. ` +
        'Stop that program, or choose another port with Test__Port=<port>.\n',
    )
  })

  test('settings, all of them, without repeating a secret', async () => {
    const { err, ended } = start({ Test__Port: 'http', Test__Secret: 'hunter2' })
    expect(await ended).toEqual([1, null])
    const said = await err
    expect(said).toContain('Test__Port=http')
    expect(said).toContain('Test__Secret:')
    expect(said).not.toContain('hunter2')
    expect(said).not.toContain('    at ')
  })
})

test('--help lists every setting and starts nothing', async () => {
  const { out, ended } = start({}, ['--help'])
  expect(await ended).toEqual([0, null])
  for (const name of ['Test__Port', 'Test__Secret', 'Data__Folder', 'Log__Level', 'Stop__LimitSeconds'])
    expect(await out).toContain(name)
})

test.each([['--prot'], ['now'], ['Test__Secret=hunter2']])(
  'the argument %s is refused with code 2 and a pointer to --help',
  async (argument) => {
    const { err, out, ended } = start({}, [argument])
    expect(await ended).toEqual([2, null])
    expect(await err).toBe(
      `test program: "${argument.split('=')[0]}" is not understood. Settings are environment variables; --help lists them.\n`,
    )
    expect(await out).toBe('')
  },
)

describe('development secrets', () => {
  test('are the same for programs that start at once, and readable by their owner only', async () => {
    const folder = path.join(tempFolder(), 'data')
    const code = `
      import { withDevelopmentSecrets } from ${JSON.stringify(path.join(import.meta.dirname, 'development-secrets.ts'))}
      process.send(withDevelopmentSecrets({}, process.argv[2]).InternalApi__Key, () => process.disconnect())`
    const file = path.join(tempFolder(), 'ask.ts')
    writeFileSync(file, code)
    const keys = Array.from({ length: 4 }, async () => {
      const child = fork(path.join(ROOT, 'scripts/run.cjs'), [file, folder])
      onTestFinished(() => void child.kill('SIGKILL'))
      const [key] = (await once(child, 'message')) as [string]
      return key
    })
    const distinct = new Set(await Promise.all(keys))
    expect(distinct.size).toBe(1)
    if (process.platform !== 'win32')
      expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('give way to variables that are set, and not to empty ones', () => {
    const folder = tempFolder()
    const made = withDevelopmentSecrets({}, folder)
    const seen = withDevelopmentSecrets({ InternalApi__Key: 'mine', Identity__SealKey: '' }, folder)
    expect(seen['InternalApi__Key']).toBe('mine')
    expect(seen['Identity__SealKey']).toBe(made['Identity__SealKey'])
    expect(made['Identity__ServiceClients']).toContain(`portal:${made['ServiceClient__Secret__portal']}`)
  })

  test('do not exist in production', () => {
    const environment = { NODE_ENV: 'production', Other: 'x' }
    const folder = tempFolder()
    expect(withDevelopmentSecrets(environment, folder)).toEqual(environment)
    expect(() => readFileSync(path.join(folder, 'secrets.json'))).toThrow('ENOENT')
  })

  test('that cannot be read are not replaced', () => {
    const folder = tempFolder()
    writeFileSync(path.join(folder, 'secrets.json'), '{"half":')
    expect(() => withDevelopmentSecrets({}, folder)).toThrow('cannot be read; repair or delete it')
    expect(readFileSync(path.join(folder, 'secrets.json'), 'utf8')).toBe('{"half":')
  })
})
