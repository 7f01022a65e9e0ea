// The arguments of `npm run sign-update`.
import { parseArgs } from 'node:util'
import { AgentVersion } from '@pharmacy-relay/shared/device.ts'
import { z } from 'zod'
import { Platform } from '../../agent/core/updates/manifest.ts'

export const USAGE = `npm run sign-update -- --new-key FILE         makes the publisher's key: FILE, and FILE.pub.pem for builds
npm run sign-update -- --key FILE --from FOLDER --to FOLDER
  --platform NAME        linux-x64, win32-x64, … (this computer's)
  --rollout PERCENT      so many of 100 computers take it by themselves (100); 0 stops it
  --withdraw 1.2.3,…     computers that run one of these go back
  --serial NUMBER        instead of one more than the manifest in --to
  --with-node            brings the folder's own node too

--from is the agent as it is installed (agent.mjs, release.json, node_modules); --to is what a web server serves as the
setting UpdateUrl. A key with a pass phrase has it in UPDATE_KEY_PASSPHRASE. What was published before goes on until all
of this is there; to change only rollout or withdrawals, sign the same folder again.
`

const Whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(low).max(high))

const Versions = z
  .string()
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(AgentVersion).max(50))

const Sign = z.strictObject({
  key: z.string({ error: '--key is missing: the file of the private key' }),
  from: z.string({ error: '--from is missing: the folder of the agent' }),
  to: z.string({ error: '--to is missing: the folder that is served' }),
  platform: Platform.default(`${process.platform}-${process.arch}`),
  rollout: Whole(0, 100).default(100),
  withdraw: Versions.default([]),
  serial: Whole(1, 2_147_483_647).nullable().default(null),
  'with-node': z.boolean().default(false),
})

export type SignOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'new-key'; readonly file: string }
  | { readonly kind: 'sign'; readonly sign: z.infer<typeof Sign> }

/** A text says what is wrong. */
export function readOptions(args: string[]): SignOptions | string {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const { values } = parseArgs({
      args,
      options: {
        key: text,
        from: text,
        to: text,
        platform: text,
        rollout: text,
        withdraw: text,
        serial: text,
        'new-key': text,
        'with-node': flag,
        help: flag,
      },
    })
    const { help, 'new-key': file, ...sign } = values
    if (help === true || Object.keys(values).length === 0) return { kind: 'help' }
    return file === undefined ? { kind: 'sign', sign: Sign.parse(sign) } : { kind: 'new-key', file }
  } catch (error) {
    if (error instanceof z.ZodError) return z.prettifyError(error)
    return error instanceof Error ? error.message : String(error)
  }
}
