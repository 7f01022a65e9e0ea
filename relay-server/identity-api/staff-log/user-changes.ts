// What a change of a user changed, for the staff log; a change to what was so is none.
import type { Kysely } from 'kysely'
import type { StaffValues, UserActionKind } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { IdentitySchema } from '../database-schema.ts'
import type { UserRow } from '../users/users.queries.ts'
import { noteStaffAction } from './staff-log.queries.ts'

export interface UserChanged {
  readonly caller: Caller
  readonly before: UserRow
  /** As he is afterwards. */
  readonly user: UserRow
  readonly now: Date
}

interface Told {
  readonly action: UserActionKind
  readonly summary: string
  readonly before: StaffValues
  readonly after: StaffValues
}

/** In the transaction of the change. */
export async function noteUserChange(
  db: Kysely<IdentitySchema>,
  { caller, before, user, now }: UserChanged,
): Promise<void> {
  for (const told of changesOf(before, user)) await noteStaffAction(db, { caller, user, now, ...told })
}

function changesOf(before: UserRow, user: UserRow): Told[] {
  const told: Told[] = []
  if (before.role !== user.role)
    told.push({
      action: 'user.set-role',
      summary: `Changed the role of a user from ${before.role} to ${user.role}`,
      before: { role: before.role },
      after: { role: user.role },
    })
  if (before.isActive !== user.isActive)
    told.push({
      action: user.isActive ? 'user.enable' : 'user.disable',
      summary: user.isActive ? 'Enabled a user' : 'Disabled a user and ended his sessions',
      before: { isActive: before.isActive },
      after: { isActive: user.isActive },
    })
  return told
}
