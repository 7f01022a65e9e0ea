// The campaign's arguments.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { CampaignOptions } from './campaign.ts'
import { POINTS } from './plan.ts'

/** Commits that can be left out, to see that the campaign finds it: agent/core/failpoint.ts. */
const COMMITS = ['accepted-commit', 'sending-commit', 'dedupe'] as const

export const USAGE = `npm run fault-campaign                        200 kills, seed 1
npm run fault-campaign -- --kills 1000 --seed 7
npm run fault-campaign -- --point FP9         every kill is at this point
npm run fault-campaign -- --without COMMIT    leaves one commit out: the campaign must fail then
npm run fault-campaign -- --pharmacies 4      so many beside each other (1 to 16)
npm run fault-campaign -- --keep              leaves logs and spools in the temporary folder
npm run fault-campaign -- --json              the result as JSON on standard output

Points: ${POINTS.join(', ')}. Commits: ${COMMITS.join(', ')}.
`

const Whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(low).max(high))

const Options = z.strictObject({
  kills: Whole(1, 100_000).default(200),
  seed: Whole(0, 999_999_999).default(1),
  pharmacies: Whole(1, 16).default(4),
  point: z.enum(POINTS).nullable().default(null),
  without: z.enum(COMMITS).nullable().default(null),
  json: z.boolean().default(false),
  keep: z.boolean().default(false),
  help: z.boolean().default(false),
})

/** Null asks for the usage; a text says what is wrong. */
export function readOptions(
  args: string[],
): (CampaignOptions & { readonly isJson: boolean }) | string | null {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const numbers = { kills: text, seed: text, pharmacies: text }
    const { values } = parseArgs({
      args,
      options: { ...numbers, point: text, without: text, json: flag, keep: flag, help: flag },
    })
    const { json, keep, help, ...options } = Options.parse({ ...values })
    return help ? null : { ...options, isJson: json, keepFolders: keep }
  } catch (error) {
    if (error instanceof z.ZodError) return z.prettifyError(error)
    return error instanceof Error ? error.message : String(error)
  }
}
