// A user in the reader's words: his state, and how links reach him. Pure.
import type { UserDetail } from '@pharmacy-relay/shared/api/identity-users.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

type UserState = keyof Texts['staff']['states']

export function stateOf({ isActive, passwordSetAt }: UserDetail): UserState {
  if (!isActive) return 'disabled'
  return passwordSetAt === null ? 'invited' : 'active'
}

export function wayText({ reachedBy, phone }: UserDetail, t: Texts): string {
  if (reachedBy === 'mail') return t.staff.byMail
  return reachedBy === 'sms' && phone !== null ? t.staff.bySms(phone.slice(-4)) : t.staff.noWay
}

/** Roles that are given here, with their names. */
export function staffRoles(t: Texts) {
  return (['Support', 'SuperSupport', 'Admin'] as const).map((role) => [role, t.userRoles[role]] as const)
}
