// For tests: resets of second factors of an identity API over memory. Everybody has a factor; `open` is by user.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { FactorReset, resetsApi } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { resetOf } from '../pages/testing/staff-pages.ts'

export class MemoryResets {
  readonly open = new Map<string, FactorReset>()
  /** Tokens of links, by the user they were sent to. */
  readonly links = new Map<string, string>()
  /** What was done, as endpoint and user. */
  readonly did: (readonly [string, string])[] = []

  handlers(): EndpointHandlers<typeof resetsApi> {
    return {
      listFactorResets: async () => ({ resets: [...this.open.values()] }),
      askFactorReset: async ({ params: { guid }, caller }) => {
        if (this.#find(guid)?.objectedAt === null)
          throw new ProblemError('state_conflict', reason('reset_open', {}))
        const { user, askedBy } = resetOf()
        const asked = resetOf({
          user: { ...user, guid },
          askedBy: { ...askedBy, guid: caller.subject },
          dueAt: null,
        })
        this.open.set(guid, asked)
        this.did.push(['ask', guid])
        return asked
      },
      confirmFactorReset: async ({ params: { guid } }) => {
        if (!this.open.delete(guid)) throw new ProblemError('state_conflict', reason('reset_none', {}))
        this.did.push(['confirm', guid])
        return null
      },
      endFactorReset: async ({ params: { guid } }) => {
        this.open.delete(guid)
        this.did.push(['end', guid])
        return null
      },
      checkFactorReset: async ({ body }) => {
        const asked = this.#find(this.links.get(body.token) ?? '')
        if (asked === null || asked.objectedAt !== null) return { reset: null }
        return { reset: { askedByName: asked.askedBy.name, askedAt: asked.askedAt, dueAt: asked.dueAt } }
      },
      objectFactorReset: async ({ body }) => {
        const guid = this.links.get(body.token) ?? ''
        const asked = this.#find(guid)
        if (asked === null || asked.objectedAt !== null)
          throw new ProblemError('state_conflict', reason('link_over', {}))
        this.open.set(guid, resetOf({ objectedAt: '2026-11-20T12:00:00.000Z' }))
        this.did.push(['object', guid])
        return null
      },
    }
  }

  #find(guid: string): FactorReset | null {
    return this.open.get(guid) ?? null
  }
}
