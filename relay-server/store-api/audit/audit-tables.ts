// The tables of the staff log as Kysely types.
import type { ColumnType, Generated } from 'kysely'
import type { StaffValues } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'

/** Append-only: a trigger refuses everything but the erasure of a row's words with their salt. */
export interface StaffOperationHistoryTable {
  /** Without a gap. */
  id: number
  at: Date
  staffGuid: string
  /** Empty where the words were erased. */
  staffName: string
  staffRole: string
  action: string
  customerId: number | null
  computerId: number | null
  userGuid: string | null
  source: string | null
  summary: string
  before: ColumnType<StaffValues | null, string | null, null>
  after: ColumnType<StaffValues | null, string | null, null>
  /** Null: the words were erased. */
  salt: Buffer | null
  /** Digest of name, summary, before and after under the salt. */
  words: Buffer
  hash: Buffer
}

export interface StaffsTable {
  guid: string
  name: string
  role: UserRole
  isActive: Generated<boolean>
  seenAt: Generated<Date>
}
