// What the bundle may hold: the spool's thread pays for every module of its own with memory.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildAgent } from './build-agent.ts'

const MOST_BYTES = 60_000

test('the thread of the spool loads no zod and stays small', async () => {
  const { file } = await buildAgent()
  const program = await readFile(path.join(path.dirname(file), 'spool-worker.mjs'), 'utf8')
  // The bundler writes the path of every module above it.
  expect(program).toContain('// agent/core/spool/store/spool-worker.ts')
  expect(program).not.toMatch(/node_modules\/zod|from ["']zod["']/)
  expect(Buffer.byteLength(program)).toBeLessThan(MOST_BYTES)
})
