// For tests: overview, colleagues and canned answers over memory.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { SupportDuty } from '@pharmacy-relay/shared/api/support/duty-api.ts'
import type { supportDeskApi, SupportAnswer } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { changesOf, dashboardOf, daysOf, dutyOf } from './support-desk-pages.ts'
import { answerOf } from './support-task-pages.ts'

export const COLLEAGUE = { guid: '22222222-2222-4222-8222-222222222222', name: 'Otto' }

export class MemorySupportDesk {
  answers: SupportAnswer[] = [answerOf({ title: 'Is it on?' })]
  duty: SupportDuty = dutyOf()
  /** What the next change is refused with. */
  refuse: ProblemError | null = null
  /** When the visit before ended. */
  since: string | null = '2026-11-19T17:02:00.000Z'
  visits = 0

  handlers(): EndpointHandlers<typeof supportDeskApi> {
    const all = async () => Promise.resolve({ answers: this.answers })
    return {
      getDuty: async () => Promise.resolve(this.duty),
      setDuty: async ({ body, version }) => {
        if (version !== this.duty.version)
          throw new ProblemError('version_stale', 'Somebody else changed this')
        this.duty = { ...this.duty, ...body, version: version + 1 }
        return Promise.resolve(this.duty)
      },
      getDashboard: async () => Promise.resolve(dashboardOf()),
      recordVisit: async () => {
        this.visits += 1
        return Promise.resolve({ since: this.since })
      },
      listChanges: async ({ query }) => Promise.resolve(changesOf({ since: query.since })),
      listSupportTimes: async () => Promise.resolve({ days: daysOf() }),
      listColleagues: async () => Promise.resolve({ staff: [COLLEAGUE] }),
      listAnswers: all,
      createAnswer: async ({ body }) => {
        if (this.refuse !== null) throw this.refuse
        this.answers = [...this.answers, answerOf({ id: this.answers.length + 1, ...body })]
        return all()
      },
      changeAnswer: async ({ params, body, version }) => {
        const known = this.answers.find(({ id }) => id === params.answerId)
        if (known?.version !== version) throw new ProblemError('version_stale', 'Somebody else changed this')
        this.answers = this.answers.map((one) =>
          one.id === params.answerId ? { ...one, ...body, version: version + 1 } : one,
        )
        return all()
      },
      removeAnswer: async ({ params }) => {
        this.answers = this.answers.filter(({ id }) => id !== params.answerId)
        return all()
      },
    }
  }
}
