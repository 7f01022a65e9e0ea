// The options of `npm run audit`, or what is wrong with them.
import { parseArgs } from 'node:util'

export type AuditOptions =
  | { readonly kind: 'help' }
  /** `checkpoint` null: that of the store API. */
  | { readonly kind: 'verify'; readonly checkpoint: string | null }
  | { readonly kind: 'erase'; readonly ids: readonly number[] }

export const USAGE = `npm run audit -- verify                     checks the chain of the staff log
npm run audit -- verify --checkpoint FILE   with a copy of the checkpoint file
npm run audit -- erase --ids 17,18          erases name, text and values of rows

The staff log says what staff did. Each row holds a hash of itself and of the
row before. verify names the first row that was changed or deleted. That rows
are missing at the end, or that all were made anew, is seen by checkpoints:
the store API writes one every hour (Store__AuditCheckpoints). Keep a copy of
that file on another computer.

Uses the database of the running platform, or that of Data__Folder (.data), or
ConnectionStrings__cs_store. Store__DeviceKeySecret proves the checkpoints,
and Store__PreviousDeviceKeySecrets those of the time before it was exchanged.

Exit code: 0 whole, 1 could not be checked, 2 wrong arguments, 3 broken.
`

const FLAGS = {
  checkpoint: { type: 'string' },
  ids: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const
const IDS = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,999}$/

/** Throws an Error in words. */
export function auditOptions(args: readonly string[]): AuditOptions {
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
  if (values.help || args.length === 0) return { kind: 'help' }
  const [command = '', more] = positionals
  if (more !== undefined) throw new Error(`"${more.slice(0, 40)}" is one word too many`)
  if (command === 'verify' && values.ids === undefined)
    return { kind: 'verify', checkpoint: values.checkpoint ?? null }
  if (command === 'erase' && values.checkpoint === undefined) return { kind: 'erase', ids: idsIn(values.ids) }
  throw new Error('say verify, with --checkpoint or without, or erase with --ids')
}

function idsIn(text: string | undefined): number[] {
  if (text === undefined || !IDS.test(text)) throw new Error('--ids must be ids of rows, like 17,18')
  return text.split(',').map(Number)
}
