// The tables of the identity database as Kysely sees them.
import type { GeneratedAlways } from 'kysely'
import type { SessionKind } from '@pharmacy-relay/shared/api/identity-user.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'

export interface UsersTable {
  id: GeneratedAlways<number>
  guid: string
  email: string
  name: string
  passwordHash: string
  role: UserRole
  pharmacyId: number | null
  isActive: boolean
  createdAt: Date
  updatedAt: Date
  phone: string | null
  /** Null: invited, and has not chosen a password yet. */
  passwordSetAt: Date | null
}

interface SeedsTable {
  id: GeneratedAlways<number>
  /** What was sown: `user:<e-mail in lower case>`. */
  name: string
  sownAt: Date
}

interface SigningKeysTable {
  kid: string
  publicJwk: unknown
  sealedPrivateKey: Buffer
  createdAt: Date
  /** Signs nothing since then; published until its last token has ended. */
  retiredAt: Date | null
}

interface RefreshFamiliesTable {
  id: string
  userId: number
  /** Of the newest token; the first is 1. */
  counter: number
  /** When the newest token was made. */
  rotatedAt: Date
  expiresAt: Date
  createdAt: Date
  revokedAt: Date | null
  revokedBecause: string | null
  kind: SessionKind
  /** User-Agent, as the front end told it. */
  agent: string | null
  /** Where it was used last. */
  address: string | null
  lastUsedAt: Date
  /** When the person last proved who he is. */
  signedInAt: Date
}

interface PasswordChangeLinksTable {
  id: GeneratedAlways<number>
  userId: number
  /** SHA-256 of the token: who reads the table can follow no link. */
  tokenHash: Buffer
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  /** A newer one was made, or the password changed. */
  endedAt: Date | null
}

/** At most one of a user. */
interface EmailChangesTable {
  userId: number
  email: string
  oldTokenHash: Buffer
  newTokenHash: Buffer
  oldConfirmedAt: Date | null
  newConfirmedAt: Date | null
  createdAt: Date
  expiresAt: Date
}

interface AttemptsTable {
  /** What is counted: `links-address:<address>`. */
  key: string
  /** Those that may still count, oldest first. */
  times: Date[]
  lastAt: Date
}

export interface IdentitySchema {
  PasswordChangeLinks: PasswordChangeLinksTable
  EmailChanges: EmailChangesTable
  Attempts: AttemptsTable
  Users: UsersTable
  Seeds: SeedsTable
  SigningKeys: SigningKeysTable
  RefreshFamilies: RefreshFamiliesTable
}
