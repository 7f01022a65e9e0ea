// The sweep's arguments.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { labelOf, usualLabels } from './labels.ts'
import type { SweepOptions } from './sweep.ts'

export const USAGE = `npm run sweep                       every byte of seven labels, the agent's timers divided by 100
npm run sweep -- --label FILE       every byte of this one
npm run sweep -- --sample real      one run in a hundred, with the timers as they are
npm run sweep -- --every 50         every 50th byte, and all around the ends of formats
npm run sweep -- --stations 48      so many printers beside each other (1 to 128)
npm run sweep -- --json             the result as JSON on standard output

Agent__WithoutCommit=bytes-left npm run sweep leaves out a rule of the agent: the sweep must fail then.
`

const Whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(low).max(high))

const Options = z.strictObject({
  label: z.string().nullable().default(null),
  sample: z.enum(['real']).nullable().default(null),
  every: Whole(1, 100_000).default(1),
  stations: Whole(1, 128).nullable().default(null),
  json: z.boolean().default(false),
  help: z.boolean().default(false),
})

/** Of the real timers' sample most runs wait for 90 s. */
const STATIONS = { hastened: 48, real: 96 }

/** Null asks for the usage; a text says what is wrong. */
export function readOptions(
  args: readonly string[],
): (SweepOptions & { readonly isJson: boolean }) | string | null {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const { values } = parseArgs({
      args: [...args],
      options: { label: text, sample: text, every: text, stations: text, json: flag, help: flag },
    })
    const { label, sample, every, stations, json, help } = Options.parse({ ...values })
    const timers = sample ?? 'hastened'
    if (help) return null
    const labels = label === null ? usualLabels() : [labelOf(path.basename(label), readFileSync(label))]
    return { labels, every, timers, stations: stations ?? STATIONS[timers], isJson: json }
  } catch (error) {
    if (error instanceof z.ZodError) return z.prettifyError(error)
    return error instanceof Error ? error.message : String(error)
  }
}
