// For tests: what support sees over all pharmacies, over memory.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import {
  supportProblems,
  type ComputerHistory,
  type ProblemComputer,
  type ProblemCounts,
  type SupportProblem,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { foundEverywhere } from '../pages/testing/search-pages.ts'
import { foundOf, historyOf, problemOf } from '../pages/testing/support-pages.ts'

type SupportHandlers = Pick<
  EndpointHandlers<typeof storeApi>,
  'listProblems' | 'searchComputers' | 'searchEverywhere' | 'computerHistory'
>

export class MemorySupport {
  readonly #customers: readonly CustomerDetail[]
  /** The computers that have each problem. */
  problems: Partial<Record<SupportProblem, ProblemComputer[]>> = { offline: [problemOf()] }
  /** Of every computer. */
  history: ComputerHistory = historyOf([])
  /** What was asked of lists. */
  readonly queries: unknown[] = []

  constructor(customers: readonly CustomerDetail[]) {
    this.#customers = customers
  }

  handlers(): SupportHandlers {
    return {
      listProblems: async ({ query }) => {
        this.queries.push(query)
        const items = this.problems[query.problem] ?? []
        return {
          items,
          total: items.length,
          ...query,
          counts: this.#counts(),
          newestVersion: '1.4.0',
          asOf: new Date().toISOString(),
          lastEventId: 0,
        }
      },
      searchComputers: async ({ query: { q, page, pageSize } }) => {
        this.queries.push({ q, page, pageSize })
        const items = [foundOf()].filter(({ pcName }) => q !== '' && pcName.includes(q.toUpperCase()))
        return { items, total: items.length, page, pageSize, lastEventId: 0 }
      },
      searchEverywhere: async ({ query: { q } }) => {
        this.queries.push({ q })
        return q.toLowerCase().startsWith('nobody') ? foundEverywhere([], []) : foundEverywhere()
      },
      computerHistory: async ({ params }) => {
        const customer = this.#customers.find(({ id }) => id === params.customerId)
        const computer = customer?.computers.find(({ id }) => id === params.computerId)
        if (computer === undefined) throw new ProblemError('not_found', 'There is no such computer')
        return { ...this.history, computerId: computer.id }
      },
    }
  }

  #counts(): ProblemCounts {
    const counts = supportProblems.map((problem) => [problem, this.problems[problem]?.length ?? 0] as const)
    return Object.fromEntries(counts) as ProblemCounts
  }
}
