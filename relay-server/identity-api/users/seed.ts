// Creates given users once: who was sown is noted in Seeds and never created or changed again.
import { readFile, stat } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { Email, Id, lineOfText } from '@pharmacy-relay/shared/ids.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { errorCode } from '../../http/error-code.ts'
import type { IdentitySchema } from '../database-schema.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { sowUser, wasSown } from './users.queries.ts'

export const SeedUser = z.strictObject({
  email: Email,
  name: lineOfText(120),
  role: UserRole.exclude(['Service']),
  password: z.string().min(12).max(256),
  pharmacyId: Id.nullable().default(null),
})
export type SeedUser = z.infer<typeof SeedUser>

const SeedFile = z.array(SeedUser).max(1_000)

/** Makes users that were never sown and do not exist; how many. A user whom staff deleted does not come back. */
export async function seedUsers(
  db: Kysely<IdentitySchema>,
  users: readonly SeedUser[],
  now: Date,
): Promise<number> {
  let made = 0
  for (const { password, ...user } of users) {
    const seed = `user:${user.email.toLowerCase()}`
    if (await wasSown(db, seed)) continue
    const passwordHash = await hashPassword(password)
    if (await sowUser(db, { seed, user: { ...user, passwordHash }, now })) made += 1
  }
  return made
}

/** Reads a seed file. Throws SettingsError when it is not there, others may read it, or its content is wrong. */
export async function readSeedFile(file: string): Promise<SeedUser[]> {
  const text = await readPrivate(file)
  const parsed = SeedFile.safeParse(jsonIn(text))
  if (!parsed.success) throw wrongSeed(`${file} is wrong: ${faultsOf(parsed.error)}`)
  return parsed.data
}

async function readPrivate(file: string): Promise<string> {
  try {
    // Windows has no such bits.
    const isOpen = process.platform !== 'win32' && mayOthersRead(await stat(file))
    if (isOpen) throw wrongSeed(`${file} holds passwords and may be read by others: set its mode to 0600`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw wrongSeed(`${file} cannot be read (${errorCode(error) ?? 'unknown reason'})`)
  }
}

/**
 * Bits of the group are no reader where it is root's: from 256 on systemd lays credentials down as root's with 0440, where they say
 * what its list of access allows, in a folder that the unit's account alone may enter.
 */
export function mayOthersRead({ mode, gid }: { readonly mode: number; readonly gid: number }): boolean {
  const bits = gid === 0 ? 0o007 : 0o077
  return (mode & bits) !== 0
}

function wrongSeed(fault: string): SettingsError {
  return new SettingsError([`Identity__Seed: ${fault}`])
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// Without values: they may be passwords.
function faultsOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.')}: ${issue.code}`)
    .join('; ')
}
