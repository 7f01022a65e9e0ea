// O01: an agent that crashes leaves no core file, also where the system would write one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const BUNDLE = path.resolve(import.meta.dirname, '../../dist/agent.mjs')
const PRLIMIT = '/usr/bin/prlimit'
const PATTERN = '/proc/sys/kernel/core_pattern'
/** Only where dumps go to the crashed program's folder can a test see that there is none. */
const writesCoresBeside =
  existsSync(PRLIMIT) && existsSync(PATTERN) && /^[^|/]*\n?$/.test(readFileSync(PATTERN, 'utf8'))

/** Runs Node where core files are allowed, ends it with the signal once it has said something, and lists its folder. */
async function crashed(args: readonly string[], signal: NodeJS.Signals) {
  const folder = temporaryFolder()
  const child = spawn(PRLIMIT, ['--core=unlimited:unlimited', process.execPath, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, Agent__DataFolder: path.join(folder, 'agent') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await once(child.stderr, 'data')) as [Buffer]
  await delay(100)
  const limits = readFileSync(`/proc/${child.pid}/limits`, 'utf8')
  child.kill(signal)
  const [, endedBy] = (await once(child, 'exit')) as [number | null, string | null]
  return {
    limits,
    endedBy,
    said: said.toString(),
    files: readdirSync(folder).filter((name) => name.startsWith('core')),
  }
}

describe.skipIf(!writesCoresBeside)('A process that is ended by', () => {
  test.each(['SIGSEGV', 'SIGABRT'] as const)('%s leaves no core file when it is an agent', async (signal) => {
    const { limits, endedBy, files } = await crashed([BUNDLE, 'run'], signal)
    expect(limits).toMatch(/^Max core file size +1 +1 /m)
    expect([endedBy, files]).toEqual([signal, []])
  })

  test('SIGABRT leaves one when it is any other program', async () => {
    const wait = "process.stderr.write('here'); setTimeout(() => {}, 9000)"
    const { endedBy, files } = await crashed(['-e', wait], 'SIGABRT')
    expect(endedBy).toBe('SIGABRT')
    expect(files).toHaveLength(1)
  })
})
