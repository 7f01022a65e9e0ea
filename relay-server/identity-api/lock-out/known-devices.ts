// What a browser holds after a full sign-in: guesses from it count apart, so that no stranger keeps its user out.
import { createHmac, randomBytes } from 'node:crypto'
import { secretEquals } from '../../auth/internal-key.ts'
import type { UserRow } from '../users/users.queries.ts'

const FORM = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/
/** A browser that was not used for so long is a stranger's. */
const KNOWN_MS = 180 * 86_400_000

type Owner = Pick<UserRow, 'guid' | 'passwordHash'>

interface DeviceFacts {
  readonly deviceId: string
  readonly issuedS: number
}

/** A text for the front end's cookie `__Host-known`. `deviceId` null: a browser that was not known. */
export function writeKnownDevice(
  user: Owner,
  { deviceId, now, key }: { readonly deviceId: string | null; readonly now: Date; readonly key: string },
): string {
  const facts = {
    deviceId: deviceId ?? randomBytes(16).toString('base64url'),
    issuedS: Math.floor(now.getTime() / 1_000),
  }
  return `${user.guid}.${facts.deviceId}.${facts.issuedS}.${proofOf(user, facts, key)}`
}

/** The device's id; null when it is not this user's, of an older password, too old, or not made by us. */
export function readKnownDevice(
  text: string,
  { user, now, keys }: { readonly user: Owner; readonly now: Date; readonly keys: readonly string[] },
): string | null {
  const [, guid, deviceId, issued, proof] = FORM.exec(text) ?? []
  if (guid !== user.guid || deviceId === undefined || issued === undefined || proof === undefined) return null
  const facts = { deviceId, issuedS: Number(issued) }
  if (!keys.some((key) => secretEquals(proof, proofOf(user, facts, key)))) return null
  return now.getTime() - facts.issuedS * 1_000 < KNOWN_MS ? deviceId : null
}

/** The password is part of it: whoever changes it makes a stolen text worthless. */
function proofOf({ guid, passwordHash }: Owner, { deviceId, issuedS }: DeviceFacts, key: string): string {
  return createHmac('sha256', key)
    .update(`known device ${guid}.${deviceId}.${issuedS} ${passwordHash}`)
    .digest('base64url')
}
