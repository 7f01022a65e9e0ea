// Why an agent looks for no updates, and in which words it refuses to.
import type { UpdatesOff } from '@pharmacy-relay/shared/update-codes.ts'

/** What updates need of this computer. */
export interface UpdatesNeeds {
  /** Null: started by hand. */
  readonly launcher: object | null
  /** Of the publishers whose updates are taken. */
  readonly keys: readonly unknown[]
  /** As the settings have it now; null when not set. */
  readonly address: () => string | null
}

/** Null while updates are looked for. */
export function offBecause({ launcher, keys, address }: UpdatesNeeds): UpdatesOff | null {
  if (launcher === null) return 'no_launcher'
  if (keys.length === 0) return 'no_key'
  return address() === null ? 'no_address' : null
}

export const OFF_WORDS: Readonly<Record<UpdatesOff, string>> = {
  no_launcher: 'This agent was started by hand: only the installed service updates it',
  no_key: 'This build knows no publisher whose updates it could trust',
  no_address: 'No address of updates is set: agent settings set UpdateUrl https://…',
}
