// The labels of a computer over HTTP: who may look and cancel, what is asked of the store, every answer in words.
import { NEWEST_JOBS } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { olderFrom } from './job-lists.tsx'
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

  test('calls a label that somebody saw so, with where, and no longer by what the printer does not say', async () => {
    const rig = await startJobStage()
    const seen = [reason('seen_out_by', { computer: 'COUNTER-1' })]
    rig.upstream.store.jobs.jobs = [
      jobInState(13, 'sent_to_printer', { reasons: seen }),
      jobInState(12, 'sent_to_printer'),
    ]
    const { text } = await rig.admin.get(`${JOBS}/list`, FRAGMENT)
    const states = [...text.matchAll(/class="job-state job-done">(.*?)<\/span>/g)].map((found) => found[1])
    expect(states).toEqual(['came out', 'sent to the printer'])
    expect(text).toContain('somebody at COUNTER-1 saw that it came out')
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

describe('looking for a label by its number', () => {
  async function startLettered() {
    const rig = await startJobStage()
    rig.customer.computers.forEach((computer, index) => (computer.letter = 'ABC'[index]))
    const asked = async (number: string) => rig.admin.get(`${JOBS}?number=${encodeURIComponent(number)}`)
    return { asked }
  }

  test.each([
    ['b-75', 12, 76],
    [' C-9.2 ', 13, 10],
    ['A-1', 11, 2],
    ['75', 11, 76],
  ])(
    '%s leads to the computer that took it, whose list begins with it',
    async (number, computerId, before) => {
      const { asked } = await startLettered()
      const { status, location } = await asked(number)
      const path = `${PAGE}/computers/${computerId}/jobs?before=${before}&list=1`
      expect([status, location]).toEqual([303, path])
    },
  )

  test.each([
    ['Z-75', 'No computer of this pharmacy takes labels that begin as Z-75 does.'],
    ['B-999999999999999', 'No computer of this pharmacy takes labels that begin as'],
    ['75.0', '75.0 is no number of a label.'],
    ['<b>', '&lt;b> is no number of a label.'],
  ])('%s is refused in words, and stays in the field', async (number, words) => {
    const { asked } = await startLettered()
    const { status, text } = await asked(number)
    expect([status, text.includes(words), text.includes('<b>')]).toEqual([200, true, false])
    expect(text).toMatch(new RegExp(`name="number"[^>]*value="${number.replace('<', '&lt;')}"`))
  })

  test('nothing looked for is the page as it was', async () => {
    const { asked } = await startLettered()
    expect((await asked(' ')).status).toBe(200)
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

describe('the lists of labels', () => {
  const FAILED = jobInState(9, 'failed', { reprintedAs: '12' })
  const asked = (text: string): string[] =>
    [...text.matchAll(/scope="row"[^]*?<\/span> ([A-Z]*-?\d+)</g)].map(([, n]) => n ?? '')

  test('show what their address names, and a label that was printed again says as which', async () => {
    const rig = await startJobStage()
    rig.upstream.store.jobs.jobs = [HELD, PRINTED, jobInState(10, 'failed'), FAILED]
    expect(asked((await rig.admin.get(`${JOBS}/list?only=not-out`, FRAGMENT)).text)).toEqual(['10'])
    expect(asked((await rig.admin.get(`${JOBS}/list?only=asks`, FRAGMENT)).text)).toEqual(['B-7'])
    const older = await rig.admin.get(`${JOBS}?only=not-out&before=12&list=1`)
    expect(asked(older.text)).toEqual(['10'])
    expect(older.text).toMatch(/aria-current="page"[^>]*>Did not come out</)
    expect(older.text).toContain(`href="${JOBS}?only=waits&amp;list=1"`)
    expect((await rig.admin.get(`${JOBS}?list=1`)).text).toContain('Printed again as label 12')
    expect((await rig.admin.get(`${JOBS}/list?only=waits`, FRAGMENT)).text).toContain(
      'There is no such label.',
    )
  })

  test('go on behind a full page, and an address that nobody made shows all labels', async () => {
    const rig = await startJobStage()
    rig.upstream.store.jobs.jobs = Array.from({ length: 50 }, (_, index) => jobInState(50 - index, 'printed'))
    const { text } = await rig.admin.get(`${JOBS}/list`, FRAGMENT)
    expect(asked(text)).toHaveLength(40)
    expect(text).toContain(`href="${JOBS}?before=11"`)
    const last = await rig.admin.get(`${JOBS}/list?before=11`, FRAGMENT)
    expect([asked(last.text).length, last.text.includes('Older labels')]).toEqual([10, false])
    expect(last.text).toContain(`href="${JOBS}"`)
    expect(asked((await rig.admin.get(`${JOBS}/list?only=toString&before=-1`, FRAGMENT)).text)).toHaveLength(
      40,
    )
  })
})

describe('where the older labels begin', () => {
  const page = (count: number, held: readonly number[]) =>
    Array.from({ length: count }, (_, index) => count + 10 - index).map((n) =>
      jobInState(n, held.includes(n) ? 'held' : 'printed'),
    )

  test.each([
    ['a page that is not full has none', page(39, []), NEWEST_JOBS, null],
    ['behind the last of a list', page(40, [11]), { only: 'not-out', before: null }, 11],
    ['behind the last of an older page', page(40, [11]), { only: null, before: 60 }, 11],
    ['not behind one that waits, which stands before its turn', page(40, [11, 12]), NEWEST_JOBS, 13],
    [
      'where all wait, behind the newest',
      page(
        40,
        page(40, []).map(({ n }) => n),
      ),
      NEWEST_JOBS,
      50,
    ],
  ] as const)('%s', (_what, jobs, asked, before) => {
    expect(olderFrom(jobs, asked)).toBe(before)
  })
})
