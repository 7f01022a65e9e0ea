// For tests: user administration of an identity API over memory, with one user more. Sessions are those of MemoryAccount.
import { randomUUID } from 'node:crypto'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { IdentityUser } from '@pharmacy-relay/shared/api/identity-api.ts'
import { linksApi } from '@pharmacy-relay/shared/api/identity-links.ts'
import { smsApi, type SmsLogEntry } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { usersApi, type LinkWay, type UserDetail } from '@pharmacy-relay/shared/api/identity-users.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { userOf } from '../pages/testing/staff-pages.ts'

const { inviteUser, sendUserLink } = linksApi
const { listSms } = smsApi
export const memoryUsersApi = {
  ...usersApi,
  inviteUser,
  sendUserLink,
  listSms,
}

export const SHOWN_USER = '5b1a0c52-91aa-4c8e-9d8b-2f3f6f1c7a10'

export class MemoryUsers {
  readonly users: UserDetail[] = [userOf({ guid: SHOWN_USER })]
  sms: SmsLogEntry[] = []
  linksGoBy: LinkWay = 'sms'
  /** What every change is refused with. */
  refuse: ProblemError | null = null
  /** Changes that were asked for, as endpoint and body. */
  readonly asked: (readonly [string, unknown])[] = []
  readonly queries: unknown[] = []

  handlers(): EndpointHandlers<typeof memoryUsersApi> {
    const change = (name: string, guid: string, body: unknown): UserDetail => {
      this.asked.push([name, body])
      if (this.refuse !== null) throw this.refuse
      const user = this.#find(guid)
      if (typeof body === 'object' && body !== null) Object.assign(user, body)
      return user
    }
    return {
      listUsers: async ({ query }) => {
        this.queries.push(query)
        const { page, pageSize } = query
        return { items: this.users, total: this.users.length, page, pageSize, linksGoBy: this.linksGoBy }
      },
      getUser: async ({ params }) => this.#find(params.guid),
      changeUserRole: async ({ params, body }) => change('changeUserRole', params.guid, body),
      changeUserState: async ({ params, body }) => change('changeUserState', params.guid, body),
      sendUserLink: async ({ params, body }) => {
        this.asked.push(['sendUserLink', body])
        if (this.refuse !== null) throw this.refuse
        this.#find(params.guid)
        return null
      },
      inviteUser: async ({ body: { language, ...fields } }) => {
        this.asked.push(['inviteUser', { language, ...fields }])
        if (this.refuse !== null) throw this.refuse
        const made = userOf({ ...fields, guid: randomUUID(), passwordSetAt: null })
        this.users.push(made)
        return made
      },
      registerCustomer: async () => {
        throw new ProblemError('role_not_allowed', 'The panel registers nobody')
      },
      listSms: async ({ query }) => ({
        items: this.sms,
        total: this.sms.length,
        page: query.page,
        pageSize: query.pageSize,
        isSetUp: true,
      }),
    }
  }

  #find(guid: string): UserDetail {
    const found = this.users.find((user: IdentityUser) => user.guid === guid)
    if (found === undefined) throw new ProblemError('not_found', 'There is no such user')
    return found
  }
}
