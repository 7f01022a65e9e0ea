// What a script says about a failure.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { expect, onTestFinished, test } from 'vitest'
import { faultText } from './fault.ts'

test('a fault is one sentence without a stack', () => {
  expect(faultText('seed', new Error('the database does not answer'))).toBe(
    'seed: the database does not answer',
  )
})

test('a refused connection, which has its words in its parts only, is told', async () => {
  const refused = await new Promise((resolve) =>
    net.connect({ host: 'localhost', port: 1, autoSelectFamily: true }).once('error', resolve),
  )
  expect(faultText('bench', refused)).toContain('ECONNREFUSED')
})

test('a mistake in the program shows where it is', () => {
  expect(faultText('start', new TypeError('x is undefined'))).toMatch(/^start: TypeError[^]*\n +at /)
})

/** A script as npm starts it, on a data folder that nothing runs in. */
function script(name: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'fault-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const command = [path.join(import.meta.dirname, 'run.cjs'), path.join(import.meta.dirname, name), ...args]
  const env = { PATH: process.env['PATH'], Data__Folder: folder, ...environment }
  return spawnSync(process.execPath, command, { env, encoding: 'utf8', timeout: 120_000 })
}

test.each([
  ['start.ts', ['--demo'], 'start: there is no option "--demo".'],
  ['seed.ts', ['--pharmacies', 'many'], 'seed: --pharmacies must be a whole number'],
  ['demo.ts', ['halt', 'COUNTER-1'], 'demo: "halt COUNTER-1" is not understood.'],
  [
    '../tests/campaigns/bench/main.ts',
    ['--only', 'everything'],
    'bench: --only must be one of agent, hub, panel',
  ],
])('%s %j is refused with code 2, a sentence and the usage', (name, args, text) => {
  const { status, stdout, stderr } = script(name, args)
  expect(stderr).toContain(text)
  expect(stderr).toMatch(/\nnpm (run|start)/)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
})

test('faults of a start and of a seed are told without a stack, with code 1', async () => {
  const holder = net.createServer()
  const port = String(await listening(holder))
  onTestFinished(() => void holder.close())
  const start = script('start.ts', ['--platform'], { Gateway__Port: port })
  expect(start.stderr).toContain(`${port}, is in use by another program. Choose another with Gateway__Port=`)
  const seed = script('seed.ts', [], { ConnectionStrings__cs_store: 'nonsense' })
  expect(seed.stderr).toMatch(/^seed: /)
  for (const { status, stderr } of [start, seed]) {
    expect(stderr).not.toMatch(/^ +at /m)
    expect(status).toBe(1)
  }
})

test('a demo that does not run is told with the command that starts it, with code 3', () => {
  const { status, stderr } = script('demo.ts', ['list'])
  expect(stderr).toMatch(/^The demo is not running here .*npm start\n$/)
  expect(status).toBe(3)
})
