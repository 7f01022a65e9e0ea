// Vitest setup: writes down what each test file took of the processors, where `npm test` asks for it.
import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { processorSeconds } from './processor-time.ts'

const file = process.env['Tests__ProcessorTimes']
const { testPath } = expect.getState()
/** Files of one process follow each other, and this one is run again for each: what was counted before stays with the process. */
const COUNTED = Symbol.for('pharmacy-relay.processor-seconds')
const kept = globalThis as { [COUNTED]?: number }

afterAll(() => {
  if (file === undefined || testPath === undefined) return
  const now = processorSeconds()
  appendFileSync(file, `${JSON.stringify({ file: testPath, seconds: now - (kept[COUNTED] ?? 0) })}\n`)
  kept[COUNTED] = now
})
