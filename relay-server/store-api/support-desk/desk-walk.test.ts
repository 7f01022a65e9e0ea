// Every refusal that the table of the desk of support implies.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { supportDeskApi } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { walkTable, type WalkSite } from '../../http/table-walk/table-walk.ts'
import { startPlace, type Place } from '../test/test-app.ts'

let place: Place
let walk: WalkSite<typeof supportDeskApi>
beforeAll(async () => {
  place = await startPlace('desk_walk')
  const { tokens, baseUrl, call } = place.site
  const body = () => ({ title: `Answer ${randomUUID()}`, texts: { en: 'Is it on?', de: null, tr: null } })
  const made = async () => {
    const wanted = body()
    const { answers } = await call(supportDeskApi.createAnswer, { body: wanted })
    const answer = answers.find(({ title }) => title === wanted.title)
    return { params: { answerId: String(answer?.id) }, version: 1 }
  }
  const none = { params: null, query: null, body: null }
  const [kept, gone] = [await made(), await made()]
  walk = {
    baseUrl,
    tokens: tokens.tokens,
    badTokens: tokens.badTokens,
    internalKey: null,
    calls: {
      getDuty: () => none,
      setDuty: async () => {
        const { version } = await call(supportDeskApi.getDuty, {})
        return { ...none, body: { phone: null, language: 'de', closedDays: ['2026-12-25'] }, version }
      },
      getDashboard: () => none,
      recordVisit: () => none,
      listChanges: () => ({ ...none, query: { since: '2026-11-20T10:00:00.000Z' } }),
      listSupportTimes: () => ({ ...none, query: { zone: 'Europe/Berlin' } }),
      listColleagues: () => none,
      listAnswers: () => none,
      // Changed back by whoever removes it, so that there never are too many.
      createAnswer: async () => {
        const { answers } = await call(supportDeskApi.listAnswers, {})
        for (const { id } of answers.slice(10))
          await call(supportDeskApi.removeAnswer, { params: { answerId: String(id) } })
        return { ...none, body: body() }
      },
      changeAnswer: async () => {
        const { answers } = await call(supportDeskApi.listAnswers, {})
        const version = answers.find(({ id }) => String(id) === kept.params.answerId)?.version ?? 1
        return { ...none, params: kept.params, body: body(), version }
      },
      removeAnswer: async () => {
        const { answers } = await call(supportDeskApi.listAnswers, {})
        const isThere = answers.some(({ id }) => String(id) === gone.params.answerId)
        return { ...none, params: isThere ? gone.params : (await made()).params }
      },
    },
  }
})
afterAll(() => place.stop())

test.each(walkTable(supportDeskApi, () => walk))('$name', ({ run }) => run())
