// Addresses of the list of users: what was searched for, and the page.
import { z } from 'zod'
import { PersonRole, UserListQuery } from '@pharmacy-relay/shared/api/identity-users.ts'
import { PATHS } from '../../views/paths.ts'

const { q, page, pageSize, state } = UserListQuery.shape

/** As it stands in the address; empty is everybody. */
export const UsersFilter = z.object({
  q,
  role: z.union([z.literal(''), PersonRole]).default(''),
  state: z.union([z.literal(''), state.unwrap()]).default(''),
  page,
  pageSize,
})
export type UsersFilter = z.output<typeof UsersFilter>

export const EVERYBODY: UsersFilter = { q: '', role: '', state: '', page: 1, pageSize: 50 }

/** `/staff?role=Support`: only what differs from the defaults is written. */
export function usersAddress(filter: UsersFilter, changes: Partial<UsersFilter> = {}): string {
  const wanted: Readonly<Record<string, string | number>> = { ...filter, ...changes }
  const defaults: Readonly<Record<string, string | number>> = EVERYBODY
  const names = Object.keys(EVERYBODY).filter((name) => wanted[name] !== defaults[name])
  const search = new URLSearchParams(names.map((name) => [name, String(wanted[name])])).toString()
  return search === '' ? PATHS.staff : `${PATHS.staff}?${search}`
}

export function usersQuery(filter: UsersFilter): z.input<typeof UserListQuery> {
  const { q: text, role, state: wanted } = filter
  return {
    q: text,
    page: String(filter.page),
    pageSize: String(filter.pageSize),
    ...(role === '' ? {} : { role }),
    ...(wanted === '' ? {} : { state: wanted }),
  }
}
