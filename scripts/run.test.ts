// run.cjs with real processes: exit codes, signals, .tsx, and no process left when the parent is killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const run = join(import.meta.dirname, 'run.cjs')
const folder = mkdtempSync(join(tmpdir(), 'run-'))
const started: ChildProcess[] = []
const pidsSeen: number[] = []

/** Prints its pid, then each stop request; ends with code 7 a moment after the first one. */
const LISTENER = `
let stopping = false
const stop = (why: string) => {
  if (stopping) return
  stopping = true
  process.stdout.write('stopping: ' + why + '\\n')
  setTimeout(() => process.exit(7), 50)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
if (process.argv.includes('disconnect')) process.on('disconnect', () => stop('disconnect'))
setInterval(() => {}, 1000)
process.stdout.write('pid ' + process.pid + '\\n')
`
const DEAF = `setInterval(() => {}, 1000)\nprocess.stdout.write('pid ' + process.pid + '\\n')\n`

const programs = {
  'listener.ts': LISTENER,
  'deaf.ts': DEAF,
  'code.ts': 'process.exitCode = Number(process.argv[2])\n',
  'argv.ts': 'console.log(JSON.stringify({ argv: process.argv.slice(1), version: process.versions.node }))\n',
  'throw.ts': `throw new Error('broken on purpose')\n`,
  'hang.ts': 'await new Promise(() => {})\nexport {}\n',
  'page.tsx':
    'const Page = ({ name }: { name: string }) => <p title="x">{name}</p>\n' +
    `const page = <Page name="Central" />\nconsole.log(JSON.stringify(page.props))\n`,
  'broken.tsx': 'export const a = <p>\n',
}

beforeAll(() => {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  // The automatic JSX runtime is found from the page's own place.
  execFileSync('ln', ['-s', join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules')])
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const pid of pidsSeen.splice(0)) endPid(pid)
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Start {
  readonly node: string
  readonly program: keyof typeof programs
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A started wrapper; `text` grows with everything it prints. */
function start({ node, program, args = [], env = {} }: Start) {
  const child = spawn(node, [run, join(folder, program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  })
  return follow(child)
}

function follow(child: ChildProcess) {
  started.push(child)
  const output = { text: '' }
  const collect = (chunk: Buffer) => (output.text += chunk.toString())
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal }))
  return { child, output, ended }
}

async function pidOf(output: { readonly text: string }): Promise<number> {
  await expect.poll(() => output.text).toMatch(/pid \d+\n/)
  const pid = Number(/pid (\d+)/.exec(output.text)?.[1])
  pidsSeen.push(pid)
  return pid
}

/** False for a process that has ended, also when nobody has collected it yet. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = `/proc/${pid}/status`
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))
}

function endPid(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already, as it should.
  }
}

/** A Node below 24 on the PATH, as a person's machine may have it; null when there is none. */
function olderNode(): string | null {
  for (const place of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(place, 'node')
    try {
      accessSync(file, constants.X_OK)
      const version = execFileSync(file, ['--version'], { encoding: 'utf8' })
      if (Number(/^v(\d+)/.exec(version)?.[1]) < 24) return file
    } catch {
      // Not a Node that runs.
    }
  }
  return null
}

const older = olderNode()
const nodes = [
  { name: 'Node 24, in its own process', node: process.execPath, skip: false },
  { name: 'an older Node, in a child', node: older ?? '', skip: older === null },
]

describe.each(nodes)('run.cjs under $name', ({ node, skip }) => {
  const itRuns = it.skipIf(skip)

  itRuns('gives the program its arguments as if it had been started directly, under Node 24', async () => {
    const { output, ended } = start({ node, program: 'argv.ts', args: ['--port', '1 2'] })
    await ended
    const told: unknown = JSON.parse(output.text)
    expect(told).toEqual({
      argv: [join(folder, 'argv.ts'), '--port', '1 2'],
      version: expect.stringMatching(/^(2[4-9]|[3-9]\d)\./),
    })
  })

  itRuns('loads .tsx with preact', async () => {
    const { output, ended } = start({ node, program: 'page.tsx' })
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(output.text).toBe('{"name":"Central"}\n')
  })

  itRuns("ends with the program's exit code", async () => {
    expect(await start({ node, program: 'code.ts', args: ['5'] }).ended).toEqual({ code: 5, signal: null })
  })

  itRuns('ends with code 1 and the stack when the program throws while it loads', async () => {
    const { output, ended } = start({ node, program: 'throw.ts' })
    expect(await ended).toEqual({ code: 1, signal: null })
    expect(output.text).toContain('broken on purpose')
    expect(output.text).toContain('throw.ts:1')
  })

  itRuns('ends with code 1 and names the file when a page does not parse', async () => {
    const { output, ended } = start({ node, program: 'broken.tsx' })
    expect(await ended).toEqual({ code: 1, signal: null })
    expect(output.text).toContain('broken.tsx')
  })

  itRuns('does not report success for a program that never finished loading', async () => {
    expect(await start({ node, program: 'hang.ts' }).ended).toEqual({ code: 13, signal: null })
  })

  itRuns.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'hands %s to the program, which ends as it likes',
    async (signal) => {
      const { child, output, ended } = start({ node, program: 'listener.ts' })
      await pidOf(output)
      child.kill(signal)
      expect(await ended).toEqual({ code: 7, signal: null })
      expect(output.text).toContain(`stopping: ${signal}\n`)
    },
  )

  itRuns('ends by the signal when the program does not listen', async () => {
    const { child, output, ended } = start({ node, program: 'deaf.ts' })
    const pid = await pidOf(output)
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: null, signal: 'SIGTERM' })
    expect(isAlive(pid)).toBe(false)
  })

  itRuns('asks the program once to stop when Ctrl-C reaches the whole process group', async () => {
    const child = spawn(node, [run, join(folder, 'listener.ts')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const { output, ended } = follow(child)
    await pidOf(output)
    process.kill(-Number(child.pid), 'SIGINT')
    expect(await ended).toEqual({ code: 7, signal: null })
    expect(output.text.match(/stopping/g)).toHaveLength(1)
  })

  itRuns.each(['listener.ts', 'deaf.ts'] as const)(
    'leaves no %s when its parent is killed',
    async (program) => {
      // A parent that starts the wrapper as npm does, and is then killed without a word.
      const parent = `require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' })`
      const child = spawn(process.execPath, ['-e', parent, node, run, join(folder, program)], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'], npm_lifecycle_event: 'start' },
      })
      const { output, ended } = follow(child)
      const pid = await pidOf(output)
      child.kill('SIGKILL')
      await ended
      await expect.poll(() => isAlive(pid)).toBe(false)
      if (program === 'listener.ts') expect(output.text).toContain('stopping: SIGTERM\n')
    },
  )
})

describe('run.cjs', () => {
  it.skipIf(older === null).each([
    ['listener.ts', [], 'SIGTERM'],
    ['listener.ts', ['disconnect'], 'disconnect'],
    ['deaf.ts', [], null],
  ] as const)('leaves no %s %j when the wrapper itself is killed', async (program, args, request) => {
    const { child, output, ended } = start({ node: older ?? '', program, args })
    const pid = await pidOf(output)
    expect(pid).not.toBe(child.pid)
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => isAlive(pid)).toBe(false)
    if (request !== null) expect(output.text.match(/stopping: .*/g)).toEqual([`stopping: ${request}`])
  })

  it('leaves nothing when npm itself is killed, whose shell stays behind', async () => {
    const command = `"${process.execPath}" "${run}" listener.ts`
    const manifest = { type: 'module', scripts: { start: command } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const { child, output } = follow(
      spawn('npm', ['run', 'start'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    const pid = await pidOf(output)
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(output.text).toContain('stopping: SIGTERM\n')
  })

  it('goes on without its parent when npm did not start it, as under nohup', async () => {
    const parent =
      `const { spawn } = require('node:child_process');` +
      `spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' }).unref();`
    const { output, child } = follow(
      spawn(process.execPath, ['-e', parent, process.execPath, run, join(folder, 'listener.ts')], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'] },
      }),
    )
    const pid = await pidOf(output)
    if (child.exitCode === null) await once(child, 'exit')
    // Twice the time between two looks at the parent.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(isAlive(pid)).toBe(true)
    expect(output.text).not.toContain('stopping')
  })

  it('says in words that a file is missing', async () => {
    const { output, ended } = start({ node: process.execPath, program: 'nothing.ts' as 'deaf.ts' })
    expect(await ended).toEqual({ code: 2, signal: null })
    expect(output.text).toContain('there is no file')
  })

  it.skipIf(older === null)('says which Node is needed when none is bundled', async () => {
    const alone = mkdtempSync(join(tmpdir(), 'run-alone-'))
    writeFileSync(join(alone, 'run.cjs'), readFileSync(run))
    writeFileSync(join(alone, 'main.ts'), '')
    const { output, ended } = follow(spawn(older ?? '', [join(alone, 'run.cjs'), join(alone, 'main.ts')]))
    expect(await ended).toEqual({ code: 2, signal: null })
    expect(output.text).toContain('Node 24.12 or newer is needed')
    expect(output.text).toContain('npm ci')
    rmSync(alone, { recursive: true })
  })
})
