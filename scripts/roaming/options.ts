// The arguments of roaming.
import { parseArgs } from 'node:util'
import { z } from 'zod'

export const USAGE = `npm run roaming                               10 minutes, a new address every 10 s
npm run roaming -- --minutes 2 --every 5
npm run roaming -- --seed 7                   repeats labels and pauses
npm run roaming -- --keep                     leaves logs and spools in the temporary folder

Needs Linux, root and the program ip (Debian: apt-get install iproute2).
`

export interface RoamingOptions {
  /** Half of them with the hub, half without. */
  readonly minutes: number
  /** Seconds between two changes of an address. */
  readonly every: number
  readonly seed: number
  readonly keep: boolean
}

const number = (low: number, high: number) => z.coerce.number().min(low).max(high)

const Options = z.strictObject({
  minutes: number(0.1, 24 * 60).default(10),
  every: number(1, 3_600).default(10),
  seed: number(0, 999_999_999).pipe(z.int()).default(1),
  keep: z.boolean().default(false),
  help: z.boolean().default(false),
})

/** Null asks for the usage; a text says what is wrong. */
export function readOptions(args: string[]): RoamingOptions | string | null {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const { values } = parseArgs({
      args,
      options: { minutes: text, every: text, seed: text, keep: flag, help: flag },
    })
    const { help, ...options } = Options.parse({ ...values })
    return help ? null : options
  } catch (error) {
    if (error instanceof z.ZodError) return z.prettifyError(error)
    return error instanceof Error ? error.message : String(error)
  }
}
