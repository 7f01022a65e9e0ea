// The labels of a computer over HTTP: who may look and cancel, what is asked of the store, every answer in words.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { jobInState } from '../testing/job-pages.ts'
import { FRAGMENT, PAGE, startPrintingStage, writes } from '../../test/printing-stage.ts'
import type { TestBrowser } from '../../test/test-browser.ts'

const JOBS = `${PAGE}/computers/11/jobs`
const HELD = jobInState(12, 'held', { number: 'B-7', reasons: [reason('cut_label', {})] })
const PRINTED = jobInState(11, 'printed')

async function startJobStage() {
  const rig = await startPrintingStage()
  rig.upstream.store.jobs.jobs = [{ ...HELD }, { ...PRINTED }]
  return rig
}

const cancel = async (browser: TestBrowser, id = HELD.id) =>
  await browser.post(`${JOBS}/${id}/cancel`, { csrf: await browser.csrfOf(JOBS) })

describe('the page of labels', () => {
  test.each(['Admin', 'Support', 'SuperSupport'] as const)('is for %s', async (role) => {
    const rig = await startJobStage()
    const visitor = await rig.signedIn(role)
    const page = await visitor.get(JOBS)
    expect([page.status, page.text.includes('the label ends inside a label')]).toEqual([200, false])
    expect(page.text).toContain('Labels of COUNTER-1')
    expect((await visitor.get(`${JOBS}?list=1`)).text).toContain('the label ends inside a label')
  })

  test('calls a label as every computer of the pharmacy does, and by its own count where an older agent tells that alone', async () => {
    const { admin } = await startJobStage()
    const { text } = await admin.get(`${JOBS}/list`, FRAGMENT)
    const numbers = [...text.matchAll(/<th scope="row">.*?<\/span> (.*?)<\/th>/g)].map((found) => found[1])
    expect(numbers).toEqual(['B-7', '11'])
    expect(text).toContain('Cancel label B-7')
    expect(text).not.toMatch(/label 12\b|>\s*12</)
  })

  test('gives the script the list alone', async () => {
    const { admin } = await startJobStage()
    const { text } = await admin.get(`${JOBS}/list`, FRAGMENT)
    expect(text).toContain('<table class="job-table"')
    expect(text).not.toContain('<html')
  })

  test('tells of an offline, a silent and a refusing computer in words, and stays with its counters', async () => {
    const rig = await startJobStage()
    const { jobs } = rig.upstream.store
    jobs.refusal = new ProblemError('device_timeout', 'No answer')
    expect((await rig.admin.get(`${JOBS}/list`, FRAGMENT)).text).toContain('did not answer within 10 seconds')
    jobs.refusal = new ProblemError('state_conflict', 'Install the newest version there.')
    expect((await rig.admin.get(`${JOBS}?list=1`)).text).toContain('Install the newest version there.')
    rig.counter.isOnline = false
    jobs.refusal = null
    const page = await rig.admin.get(`${JOBS}?list=1`)
    expect([page.status, page.text.includes('The computer is offline.')]).toEqual([200, true])
    expect(page.text).toContain('Last 90 days')
  })

  test('is not there for a computer that the pharmacy does not have, nor for nobody', async () => {
    const rig = await startJobStage()
    for (const path of [
      `${PAGE}/computers/99/jobs`,
      `${PAGE}/computers/x/jobs/list`,
      '/relay/P-9/computers/11/jobs',
    ])
      expect((await rig.admin.get(path)).status).toBe(404)
    expect((await rig.browser().get(JOBS)).location).toMatch(/^\/sign-in/)
  })
})

describe('cancelling a label', () => {
  test('can be done by Support, once per press, and says so', async () => {
    const rig = await startJobStage()
    const reply = await cancel(await rig.signedIn('Support'))
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('Label B-7 is cancelled.')
    expect(writes(rig)).toEqual([`POST 1/computers/11/jobs/${HELD.id}/cancel`])
  })

  test('that the computer refuses is told in its words', async () => {
    const { admin } = await startJobStage()
    const reply = await cancel(admin, PRINTED.id)
    expect(reply.status).toBe(409)
    expect(reply.text).toContain('the label has been printed')
    expect(reply.text).toContain('<table class="job-table"')
  })

  test('without an answer is told as not known', async () => {
    const rig = await startJobStage()
    rig.upstream.store.jobs.refusal = new ProblemError('device_timeout', 'No answer')
    const reply = await cancel(rig.admin)
    expect(reply.status).toBe(504)
    expect(reply.text).toContain('to see whether the label is cancelled')
  })

  test('is refused without the form’s token and for what is no label; its address leads to the labels', async () => {
    const rig = await startJobStage()
    expect((await rig.admin.post(`${JOBS}/${HELD.id}/cancel`, { csrf: 'x' })).status).toBe(403)
    expect((await cancel(rig.admin, '12')).status).toBe(404)
    expect(writes(rig)).toEqual([])
    expect((await rig.admin.get(`${JOBS}/${HELD.id}/cancel`)).location).toBe(JOBS)
  })
})
