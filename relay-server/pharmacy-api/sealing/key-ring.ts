// Keys of one kind, newest first, as the settings name them: `2026b:KEY,2026a:KEY`.
import { z } from 'zod'
import { SettingsError } from '@pharmacy-relay/shared/env.ts'

const MAX_KEYS = 16
const KEY_BYTES = 32

/** `keyId:key`: up to 16 lower-case letters and digits; 32 random bytes in base64url. */
const KeyText = z
  .string()
  .regex(/^[a-z0-9]{1,16}:[A-Za-z0-9_-]{43}=?$/, 'must be ID:KEY, the key 32 bytes in base64url')
  .transform((text) => {
    const [id = '', key = ''] = text.split(':')
    return { id, key: Buffer.from(key, 'base64url') }
  })
  .refine(({ key }) => key.length === KEY_BYTES)

export const KeysText = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(KeyText).min(1).max(MAX_KEYS))
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'names a key id twice')

export type Key = z.output<typeof KeyText>
/** The first one seals; all of them open. */
export type Keys = readonly Key[]

export interface SealingKeys {
  readonly dataKeys: Keys
  readonly indexKeys: Keys
}

/** Throws SettingsError where one key is of both kinds: who may search would then be who may read. */
export function refuseSharedKeys({ dataKeys, indexKeys }: SealingKeys): void {
  const isShared = dataKeys.some((data) => indexKeys.some((index) => index.key.equals(data.key)))
  if (isShared) throw new SettingsError(['Pharmacy__DataKeys and Pharmacy__IndexKeys have a key in common'])
}

export function newestOf(keys: Keys): Key {
  const [newest] = keys
  if (newest === undefined) throw new RangeError('There is no key')
  return newest
}
