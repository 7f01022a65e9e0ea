// The demo's people: one of each staff role and a pharmacist, with passwords made once and kept in the seed file, `.data/demo-users.json`.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { readPrivateFile, type DemoUser } from './demo-file.ts'

interface Person {
  readonly email: string
  readonly name: string
  readonly role: UserRole
}

const PEOPLE: readonly Person[] = [
  { email: 'admin@relay.example', name: 'Ada Admin', role: 'Admin' },
  { email: 'support@relay.example', name: 'Sam Support', role: 'Support' },
  { email: 'super@relay.example', name: 'Sue Super', role: 'SuperSupport' },
  // Of no pharmacy when he is sown: pharmacies are made later, and he then gets his (counter/pharmacist.ts).
  { email: 'pharmacist@relay.example', name: 'Paul Pharmacist', role: 'Pharmacist' },
]

// No look-alikes: these are read from a terminal and typed by hand.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const SeededUsers = z.array(z.object({ email: z.string(), password: z.string() }))
export type SeededUser = z.infer<typeof SeededUsers>[number]

/**
 * Whom the seed file of an earlier start names; none at the first start. Not what that start said at its end: one that
 * was interrupted said nothing, and its users are in the database all the same. Throws when the file is damaged.
 */
export function readSeededUsers(seedFile: string): SeededUser[] {
  return readPrivateFile(seedFile, SeededUsers) ?? []
}

/** The people with the passwords they were seeded with, or new ones. */
export function demoUsers(seeded: readonly SeededUser[]): DemoUser[] {
  const known = new Map(seeded.map((user) => [user.email, user.password]))
  return PEOPLE.map(({ email, role }) => ({ email, role, password: known.get(email) ?? newPassword() }))
}

/** The same as the identity API's seed file wants them. */
export function seedFileOf(users: readonly DemoUser[]): string {
  return JSON.stringify(
    PEOPLE.map((person) => ({
      ...person,
      password: users.find((user) => user.email === person.email)?.password,
    })),
  )
}

/** 16 characters of 31: 79 bits. */
function newPassword(): string {
  const characters = [...randomBytes(64)]
    .filter((byte) => byte < 248)
    .slice(0, 16)
    .map((byte) => LETTERS[byte % LETTERS.length])
  return characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}
