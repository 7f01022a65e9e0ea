// The arguments of the proof by power cuts.
import { parseArgs } from 'node:util'
import { z } from 'zod'

export const USAGE = `npm run power-loss                                  20 cuts, seed 1
npm run power-loss -- --cuts 200 --seed 7
npm run power-loss -- --synchronous normal          commits do not wait for the disk: labels must be lost then
npm run power-loss -- --computers 2                 so many beside each other (1 to 8)
npm run power-loss -- --keep                        leaves the consoles of the guests in the temporary folder
npm run power-loss -- --json                        the result as JSON on standard output

Needs QEMU and a Debian kernel on Linux x64: npm run tools -- --power-loss
`

/** `full`: as shipped. `normal`: SQLite's synchronous=NORMAL in the spool. */
export type Synchronous = 'full' | 'normal'

export interface PowerLossOptions {
  readonly cuts: number
  readonly seed: number
  readonly synchronous: Synchronous
  readonly computers: number
  readonly isJson: boolean
  readonly keepConsoles: boolean
}

const Whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(low).max(high))

const Options = z.strictObject({
  cuts: Whole(1, 10_000).default(20),
  seed: Whole(0, 999_999_999).default(1),
  synchronous: z.enum(['full', 'normal']).default('full'),
  computers: Whole(1, 8).default(2),
  json: z.boolean().default(false),
  keep: z.boolean().default(false),
  help: z.boolean().default(false),
})

/** Null asks for the usage; a text says what is wrong. */
export function readOptions(args: string[]): PowerLossOptions | string | null {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const { values } = parseArgs({
      args,
      options: {
        cuts: text,
        seed: text,
        synchronous: text,
        computers: text,
        json: flag,
        keep: flag,
        help: flag,
      },
    })
    const { json, keep, help, ...options } = Options.parse({ ...values })
    return help ? null : { ...options, isJson: json, keepConsoles: keep }
  } catch (error) {
    if (error instanceof z.ZodError) return z.prettifyError(error)
    return error instanceof Error ? error.message : String(error)
  }
}
