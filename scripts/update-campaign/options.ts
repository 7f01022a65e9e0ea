// The arguments of the update campaign.
import { parseArgs } from 'node:util'
import { z } from 'zod'

export interface UpdateCampaignOptions {
  /** Versions that both computers must come to, one after the other. */
  readonly updates: number
  readonly seed: number
  /** So many of these come after a version that does not work; 0: none. */
  readonly badEvery: number
  /** Seconds between two kills of one computer: from a third of it to five thirds. */
  readonly killEvery: number
  /** Of one computer, then none; a busy machine would otherwise kill what never has the time to start. */
  readonly mostKills: number
  readonly keepFolders: boolean
  /** Whose addresses it has: 127.0.60 and more. */
  readonly index: number
}

export const USAGE = `npm run update-campaign -- --updates 100          so many updates in a row, under load, with kills
npm run update-campaign -- --seed 7
npm run update-campaign -- --bad-every 10         one in 10 is preceded by a version that crashes, hangs or never gets online; 0: none
npm run update-campaign -- --kill-every 5         seconds between two kills of one computer, on average; 0: none
npm run update-campaign -- --keep                 leaves logs, spools and versions in the temporary folder
npm run update-campaign -- --json                 the result as JSON on standard output
`

const Whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(low).max(high))

const Options = z.strictObject({
  updates: Whole(1, 10_000).default(100),
  seed: Whole(0, 999_999_999).default(1),
  'bad-every': Whole(0, 10_000).default(10),
  'kill-every': Whole(0, 3_600).default(5),
  keep: z.boolean().default(false),
  json: z.boolean().default(false),
  help: z.boolean().default(false),
})

/** Null asks for the usage; a text says what is wrong. */
export function readOptions(
  args: string[],
): (UpdateCampaignOptions & { readonly isJson: boolean }) | string | null {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const numbers = { updates: text, seed: text, 'bad-every': text, 'kill-every': text }
    const { values } = parseArgs({ args, options: { ...numbers, keep: flag, json: flag, help: flag } })
    const {
      help,
      json,
      keep,
      'bad-every': badEvery,
      'kill-every': killEvery,
      ...rest
    } = Options.parse({ ...values })
    return help
      ? null
      : { ...rest, badEvery, killEvery, mostKills: Infinity, keepFolders: keep, isJson: json, index: 0 }
  } catch (error) {
    if (error instanceof z.ZodError) return z.prettifyError(error)
    return error instanceof Error ? error.message : String(error)
  }
}
