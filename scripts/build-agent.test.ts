// What the bundle may hold: the spool's thread pays for every module of its own with memory.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildAgent } from './build-agent.ts'

const MOST_BYTES = 45_000
/** What zod cannot do without, whatever the bundler makes of its names. */
const ZOD = /ZodError|~standard/

test('the thread of the spool loads no zod and stays small', async () => {
  const { file } = await buildAgent()
  const program = await readFile(path.join(path.dirname(file), 'spool-worker.mjs'), 'utf8')
  expect(program).toContain('The spool expected')
  expect(program).not.toMatch(ZOD)
  expect(Buffer.byteLength(program)).toBeLessThan(MOST_BYTES)
  expect(await readFile(path.join(path.dirname(file), 'agent-bundle.mjs'), 'utf8')).toMatch(ZOD)
})
