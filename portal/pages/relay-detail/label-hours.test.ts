// Labels of a pharmacy over time on its page: pictures with their numbers as a table, and never a reason to show no page.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { expect, test } from 'vitest'
import { PAGE, startPrintingStage } from '../../test/printing-stage.ts'

test('the page of a pharmacy has its labels of a day and of a month, also as tables, and goes without them', async () => {
  const { admin, upstream } = await startPrintingStage()
  const { jobs } = upstream.store
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString()
  jobs.hours = [{ hour, accepted: 4_217, trouble: 31, p50Ms: null }]
  const { text } = await admin.get(PAGE)
  const charts = text.slice(text.indexOf('id="pharmacy-labels"'))
  expect(charts).toContain('counts once')
  expect(charts.match(/<td>4,217<\/td>/g)).toHaveLength(2)
  expect(charts.match(/<td>31<\/td>/g)).toHaveLength(2)
  expect(charts).not.toContain('id="labels-took"')
  for (const code of ['not_found', 'unavailable'] as const) {
    jobs.refuseHours = new ProblemError(code, 'There are none')
    const without = await admin.get(PAGE)
    expect([without.status, without.text.includes('pharmacy-labels')]).toEqual([200, false])
  }
})
