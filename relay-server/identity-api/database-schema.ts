// The tables of the identity database as Kysely sees them.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { SessionKind } from '@pharmacy-relay/shared/api/identity-user.ts'
import type { SmsFault, SmsState } from '@pharmacy-relay/shared/api/identity-sms.ts'
import type { Language } from '@pharmacy-relay/shared/texts/languages.ts'
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
  /** Of his first password; null until then, and for who was made by a version that did not know it. */
  couldSignInSince: Date | null
  /** Name and e-mail address as searches compare them. */
  searchForms: GeneratedAlways<string>
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
  /** The computer of a pharmacy that it is of; null where it is of none. */
  deviceKey: string | null
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

interface SecondFactorsTable {
  userId: number
  /** Sealed for the user's guid; null until a first code was given. */
  sealedSecret: Buffer | null
  /** Of an enrolment under way. */
  newSealedSecret: Buffer | null
  /** Of the newest code that was taken, 30 s each since 1970: no code of it or before it is taken. */
  lastStep: Generated<number>
  activeSince: Date | null
}

interface RecoveryCodesTable {
  userId: number
  /** HMAC of the code: who reads the table has none. */
  proof: Buffer
}

interface PendingSignInsTable {
  /** SHA-256. */
  tokenHash: Buffer
  userId: number
  /** As it was checked: a change of the password ends what waits. */
  passwordHash: string
  deviceId: string | null
  kind: SessionKind
  agent: string | null
  /** The computer that has proved its key. */
  deviceKey: string | null
  wrongCodes: number
  expiresAt: Date
}

interface AddressTicketsTable {
  userId: number
  /** The store API's. */
  computerId: number
  ticketId: string
  expiresAt: Date
}

interface PasskeysTable {
  id: GeneratedAlways<number>
  userId: number
  /** As the authenticator made it, base64url. */
  credentialId: string
  /** COSE. */
  publicKey: Buffer
  /** As its device counted at the last use; 0 of those that do not count. */
  counter: number
  /** How browsers reach it: usb, internal, hybrid. */
  transports: string[]
  isBackedUp: boolean
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** What a browser signs: deleted by its use. */
interface PasskeyChallengesTable {
  /** 32 random bytes, base64url. */
  challenge: string
  purpose: 'register' | 'sign-in' | 'second-factor' | 'again' | 'device'
  /** Null for a sign-in: nobody knows yet who it is. */
  userId: number | null
  expiresAt: Date
}

/** At most one of a user. */
interface FactorResetsTable {
  userId: number
  /** The Admin. */
  askedBy: number
  askedAt: Date
  /** SHA-256 of the link by which its owner objects. */
  tokenHash: Buffer
  /** Of the messages to him. */
  language: Language
  /** When he was told; null: he was not. */
  noticedAt: Date | null
  objectedAt: Date | null
}

interface SmsLogsTable {
  id: GeneratedAlways<number>
  idempotencyKey: string
  /** HMAC of number and text: tells another message with the same key. */
  requestProof: Buffer
  /** The last four digits. */
  phoneEnd: string
  state: SmsState
  fault: SmsFault | null
  providerCode: string | null
  providerId: string | null
  createdAt: Date
  /** Of the call that is under way, or was the last. */
  startedAt: Date
  endedAt: Date | null
}

/** Written by triggers: the end of a session, or what a user is now. */
interface AccountEventsTable {
  id: GeneratedAlways<number>
  at: Generated<Date>
  familyId: string | null
  userGuid: string | null
  role: UserRole | null
  pharmacyId: number | null
  isActive: boolean | null
}

/** Accounts that services made, by keys of their own. */
interface CustomerKeysTable {
  key: string
  userId: number
  createdAt: Date
  /** Since when its link is being sent; null while it is not. */
  invitingSince: Date | null
  invitedAt: Date | null
}

interface StaffLogOutboxTable {
  id: GeneratedAlways<number>
  /** Known to the store API by it. */
  source: Generated<string>
  record: ColumnType<unknown, string, never>
}

export interface IdentitySchema {
  AccountEvents: AccountEventsTable
  CustomerKeys: CustomerKeysTable
  StaffLogOutbox: StaffLogOutboxTable
  SmsLogs: SmsLogsTable
  Passkeys: PasskeysTable
  PasskeyChallenges: PasskeyChallengesTable
  FactorResets: FactorResetsTable
  SecondFactors: SecondFactorsTable
  RecoveryCodes: RecoveryCodesTable
  PendingSignIns: PendingSignInsTable
  AddressTickets: AddressTicketsTable
  PasswordChangeLinks: PasswordChangeLinksTable
  EmailChanges: EmailChangesTable
  Attempts: AttemptsTable
  Users: UsersTable
  Seeds: SeedsTable
  SigningKeys: SigningKeysTable
  RefreshFamilies: RefreshFamiliesTable
}
