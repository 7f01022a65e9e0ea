// The phrases that windows translate are those that the agent writes: each stands in its code, so none is left behind.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { reasonsEn } from '@pharmacy-relay/shared/texts/reasons-en.ts'
import { expect, test } from 'vitest'

const CORE = import.meta.dirname
const sources = readdirSync(CORE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(path.join(CORE, name), 'utf8'))
  .join('\n')

/** Put together in the code of parts, so that no line has it whole. */
const JOINED = new Set([
  'cutLabel',
  'cutData',
  'cutCommand',
  'cannotOpen',
  'notKept',
  'cancelledHere',
  'cancelledByStaff',
])

test.each(Object.entries(reasonsEn))('%s', (key, english) => {
  const pieces = JOINED.has(key)
    ? english.split(/(?<=the label) |: |,? cancelled it|(?<=label) /)
    : english.split(/\{\w+\}/)
  for (const piece of pieces) expect([piece, sources.includes(piece.trim())]).toEqual([piece, true])
})
