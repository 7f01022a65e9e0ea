// For tests: rules and pairs of a pharmacy API over memory. Groups are found by any text but `nothing`.
import type { Caller } from '@pharmacy-relay/relay-server/auth/access-token.ts'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { CrossSale, crossSaleApi } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { crossSaleOf, groupOf } from '../pages/testing/cross-sale-pages.ts'

type Handlers = EndpointHandlers<typeof crossSaleApi>

export class MemoryCrossSales {
  readonly items: CrossSale[] = [crossSaleOf()]

  handlers(): Handlers {
    return {
      listCrossSales: async ({ query: { page, pageSize, state } }) => {
        const items = this.items.filter((one) => state === undefined || one.state === state)
        return { items, total: items.length, page, pageSize }
      },
      getCrossSale: async ({ params }) => this.#find(params.crossSaleId),
      makeCrossSale: async ({ body: { ifGroup, thenGroup, ...terms }, caller }) => {
        if (ifGroup === thenGroup) throw new ProblemError('invalid', 'These are the same group')
        if (this.items.some((one) => one.ifGroup.key === ifGroup && one.thenGroup.key === thenGroup))
          throw new ProblemError('state_conflict', 'There is a rule for these two groups')
        const groups = { ifGroup: groupOf({ key: ifGroup }), thenGroup: groupOf({ key: thenGroup }) }
        const id = Math.max(...this.items.map((one) => one.id)) + 1
        const made = crossSaleOf({ id, ...groups, ...terms, version: 1, changedBy: caller.name })
        this.items.push(made)
        return made
      },
      changeCrossSale: async ({ params, body, version, caller }) =>
        this.#change(params.crossSaleId, version, { ...body, ...waiting(caller) }),
      approveCrossSale: async ({ params, body, version, caller }) => {
        const approved = { by: body.pharmacist, recordedBy: caller.name, at: new Date().toISOString() }
        return this.#change(params.crossSaleId, version, { approved, state: 'shown' })
      },
      endCrossSale: async ({ params, version }) => {
        this.#change(params.crossSaleId, version, { state: 'ended' })
        return null
      },
      findCrossSaleGroups: async ({ query: { q } }) => ({
        groups: q === 'nothing' ? [] : [groupOf({ key: q.toUpperCase(), substances: [q] })],
      }),
    }
  }

  #change(id: number, version: number, changes: Partial<CrossSale>): CrossSale {
    const one = this.#find(id)
    if (one.state === 'ended') throw new ProblemError('state_conflict', 'It has ended')
    if (one.version !== version) throw new ProblemError('version_stale', 'Somebody changed it')
    return Object.assign(one, changes, { version: version + 1 })
  }

  #find(id: number): CrossSale {
    const found = this.items.find((one) => one.id === id)
    if (found === undefined) throw new ProblemError('not_found', 'There is no such rule or pair')
    return found
  }
}

const waiting = ({ name }: Caller) => ({ approved: null, state: 'waiting', changedBy: name }) as const
