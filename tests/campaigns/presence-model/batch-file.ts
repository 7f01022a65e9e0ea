// A batch that broke an invariant, in a file: some 60 KB that nobody wants on the screen, and that can be lived through again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { DEVICES, HUBS, SLEEPS_MS, type Batch } from './weather.ts'

const FOLDER = path.join('test-results', 'presence-model')

const device = z
  .int()
  .min(0)
  .max(DEVICES - 1)
const hub = z
  .int()
  .min(0)
  .max(HUBS - 1)
const ms = z.int().min(0)
const Happening = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('connect'), device, hub, isSameBoot: z.boolean() }),
  z.strictObject({ kind: z.literal('drop'), device, how: z.enum(['bye', 'killed', 'pulled', 'blip']) }),
  z.strictObject({ kind: z.literal('hang'), device, isHanging: z.boolean() }),
  z.strictObject({ kind: z.literal('sleep'), device, forMs: z.literal(SLEEPS_MS) }),
  z.strictObject({ kind: z.literal('revoke'), device }),
  z.strictObject({ kind: z.literal('role'), device, isPrinter: z.boolean() }),
  z.strictObject({ kind: z.literal('relay'), device, target: device }),
])
const Weather = z.strictObject({
  afterMs: ms,
  kill: hub.nullable(),
  pauseDatabaseMs: ms,
  clockStepMs: z.int(),
  post: z.array(z.enum(['fine', 'late', 'lost', 'twice'])).length(HUBS),
  mute: hub.nullable(),
  slowMs: z.array(ms).length(HUBS),
})
const BatchFile = z.strictObject({
  weather: z.array(Weather),
  lives: z.array(z.array(z.array(Happening))),
  chance: ms,
})

/** Answers the file, below the present folder. */
export function keepBatch(batch: Batch, name: string): string {
  mkdirSync(FOLDER, { recursive: true })
  const file = path.join(FOLDER, `${name}.json`)
  writeFileSync(file, JSON.stringify(batch))
  return file
}

/** Null when something else is in the file, or there is none. */
export function readBatch(file: string): Batch | null {
  try {
    return BatchFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
