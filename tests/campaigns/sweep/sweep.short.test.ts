// The sweep itself, at few positions: it agrees with an agent that keeps its rules, and finds one that does not.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const ONE = '^XA^FO9,9^FDone^FS^XZ'
/** One of them may come out alone. */
const TWO = `^XA^FO9,9^FD${'x'.repeat(40)}^FS^XZ\n^XA^FO9,9^GFA,12,12,3,00FF00FF00FF00FF00FF00FF^FS^XZ\n`
const ARGUMENTS = ['--every', '1000', '--stations', '8']

const Figures = z.object({ runs: z.number(), shares: z.array(z.unknown()) })

interface Ended {
  readonly code: number | null
  readonly output: string
}

/** As npm starts it. */
async function sweep(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> {
  const run = ['../../../scripts/run.cjs', 'main.ts']
    .map((file) => path.join(import.meta.dirname, file))
    .concat(args)
  const env = { PATH: process.env['PATH'], ...environment }
  const child = spawn(process.execPath, run, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

function fileOf(label: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sweep-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'label.zpl')
  writeFileSync(file, label)
  return file
}

test('every claim agrees with the roll, at a few positions of two labels', async () => {
  const { code, output } = await sweep(['--label', fileOf(TWO), ...ARGUMENTS, '--json'], {})
  expect([code, JSON.parse(output)]).toMatchObject([
    0,
    { timers: 'hastened', without: null, disagreements: [], labels: [{ name: 'label.zpl' }] },
  ])
  // Six troubles in three places.
  const { runs, shares } = Figures.parse(JSON.parse(output))
  expect(runs).toBeGreaterThan(100)
  expect(shares).toHaveLength(18)
})

test('an agent that sends again although bytes left is found out', async () => {
  const lie = { Agent__WithoutCommit: 'bytes-left' }
  const { code, output } = await sweep(['--label', fileOf(ONE), ...ARGUMENTS], lie)
  expect(output).toContain('WITHOUT bytes-left')
  expect(output).toMatch(/DISAGREES, doubled: label\.zpl, .+ at \d+; on paper /)
  expect(code).toBe(1)
})

test.each([
  ['--every', '0'],
  ['--sample', 'all'],
  ['--label', '/nowhere/label.zpl'],
])('%s %s is refused', async (...args) => {
  expect(await sweep(args, {})).toEqual({ code: 2, output: '' })
})
