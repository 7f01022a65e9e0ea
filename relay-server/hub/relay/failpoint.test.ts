// The failpoint of the hub in a process of its own: it dies where it is told to, and never in production.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const PROGRAM = `
  const { failpoint } = await import(${JSON.stringify(new URL('./failpoint.ts', import.meta.url).href)})
  for (let n = 0; n < 5; n += 1) {
    failpoint('FP5')
    process.stdout.write('.')
  }`

test.each([
  ['FP5', {}, '', 'SIGKILL'],
  ['FP5:4', {}, '...', 'SIGKILL'],
  ['FP6', {}, '.....', null],
  ['FP5', { NODE_ENV: 'production' }, '.....', null],
])('%s with %o passes %o and ends with %s', async (failpoint, environment, passed, signal) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { ...process.env, NODE_ENV: 'test', ...environment, Hub__Failpoint: failpoint },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const [, endedBy] = await once(child, 'close')
  expect([Buffer.concat(chunks).toString(), endedBy]).toEqual([passed, signal])
})
