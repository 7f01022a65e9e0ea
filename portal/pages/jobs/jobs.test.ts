// What the pages say of labels: the mark in a computer's row, the list, the way to cancel one, the counters.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { NO_JOBS } from '@pharmacy-relay/shared/labels/job-report.ts'
import { jobStates, OWN_SENDER } from '@pharmacy-relay/shared/print-job.ts'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { relayDetailComputers } from '../relay-detail/relay-detail-computers.tsx'
import { CENTRAL, NOW, computerOf, frameOf, viewerAs } from '../testing/fixtures.ts'
import { COUNTERS, WAITING, jobsPageOf, jobInState, withConditions } from '../testing/job-pages.ts'
import { durationText, sizeText } from './job-text.ts'

const plainTextOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const row = (changes: Parameters<typeof computerOf>[0]): string =>
  relayDetailComputers({
    language: 'en',
    viewer: viewerAs('Support'),
    now: NOW,
    customer: { ...CENTRAL, computers: [computerOf(changes)] },
  })

describe('The row of a computer', () => {
  test('says how many labels wait for whom, with the reason', () => {
    const said = plainTextOf(row({ jobsWaiting: WAITING }))
    expect(said).toContain('1 label waits for an answer at the pharmacy')
    expect(said).toContain('1 label held until somebody at the pharmacy decides')
    expect(said).toContain('The computer says: the printer broke the connection off')
    expect(said).toContain('3 labels wait for the printer')
    expect(said).toContain('The computer says: The printer has no labels left.')
    expect(said).not.toContain('last online.')
    const ways = [...row({ jobsWaiting: WAITING }).matchAll(/jobs\?only=([a-z-]+)"/g)].map(([, list]) => list)
    expect(ways).toEqual(['asks', 'asks', 'waits'])
  })

  test('says why in the reader’s language, and in English what only a newer version knows', () => {
    const why = (...printerReasons: Reason[]): string =>
      plainTextOf(
        relayDetailComputers({
          language: 'de',
          viewer: viewerAs('Support'),
          now: NOW,
          customer: { ...CENTRAL, computers: [computerOf({ jobsWaiting: { ...WAITING, printerReasons } })] },
        }),
      )
    const busy = reason('printer_busy', {})
    expect(why(busy)).toContain(`Der Rechner meldet: ${texts('de').reasons.printer_busy}`)
    const newer = { code: 'printer_dreams', params: {}, detail: 'the printer dreams' }
    expect(why(newer)).toContain('Der Rechner meldet: eine neuere Version meldet: the printer dreams')
  })

  test('tells one from many, and that an offline computer is known as it was', () => {
    const one = { ...WAITING, unknown: 0, printer: 1, printerReasons: [] }
    const said = plainTextOf(row({ jobsWaiting: one, isOnline: false }))
    expect(said).not.toContain('for an answer')
    expect(said).toContain('1 label held until somebody at the pharmacy decides')
    expect(said).toContain('1 label waits for the printer')
    expect(said).toContain('As of when it was last online.')
  })

  test.for([null, { ...WAITING, unknown: 0, held: 0, printer: 0 }])('is quiet when none waits', (none) => {
    expect(row({ jobsWaiting: none })).not.toContain('jobs-waiting')
  })

  test('says what the printer says is the matter, what stops it first, in the reader’s language', () => {
    const customer = withConditions(['paper_low', 'head_open'])
    const page = (language: 'en' | 'tr', changes = {}) =>
      plainTextOf(
        relayDetailComputers({
          language,
          viewer: null,
          now: NOW,
          customer: { ...customer, ...changes },
        }),
      )
    const said = page('en')
    const [open, low] = ['The printer is open. Close its head or cover.', 'The labels are nearly used up.']
    // In the row, and above the facts of the printer.
    expect([said.split(open).length, said.split(low).length]).toEqual([3, 3])
    expect(said.indexOf(open)).toBeLessThan(said.indexOf(low))
    expect(page('tr')).toContain('Yazıcı açık. Kafasını veya kapağını kapatın.')
    const computers = customer.computers.map((computer) => ({ ...computer, isOnline: false }))
    const offline = page('en', { computers })
    expect([offline.split(open).length, offline.includes('As of when it was last online.')]).toEqual([
      2,
      true,
    ])
  })

  test('leads to its labels, unless it never had any', () => {
    expect(row({})).toContain('href="/relay/P-1042/computers/11/jobs"')
    expect(row({ role: 0, reportedRole: 0 })).not.toContain('/jobs"')
  })
})

describe('The page of labels', () => {
  test('shows each with its number, state, reason, size, sender, destination and attempts', () => {
    const job = jobInState(12, 'waiting_for_printer', {
      reasons: [reason('printer_condition', { condition: 'paper_out' })],
      attempts: 4,
    })
    const said = plainTextOf(jobsPageOf(frameOf(), { answer: { kind: 'jobs', jobs: [job] } }))
    expect(said).toMatch(/12 .*5 minutes ago .*waits for the printer .*has no labels left/)
    expect(said).toMatch(/1\.2 kB .*192\.168\.1\.20 .*ZD421 .*4 /)
    const own = { kind: 'jobs', jobs: [{ ...job, sender: OWN_SENDER }] } as const
    expect(plainTextOf(jobsPageOf(frameOf(), { answer: own }))).toContain('From the computer itself')
  })

  test('offers to cancel what has not left, behind a question, and nothing else', () => {
    const cancellable = jobStates.filter((state) => {
      const html = jobsPageOf(frameOf(), { answer: { kind: 'jobs', jobs: [jobInState(12, state)] } })
      return html.includes('/cancel"')
    })
    expect(cancellable).toEqual(['accepted', 'waiting_for_printer', 'held'])
    const html = jobsPageOf(frameOf(), { answer: { kind: 'jobs', jobs: [jobInState(12, 'held')] } })
    expect(html).toMatch(/<details[^>]*>.*<summary>.*Nothing comes out of label 12.*<form method="post"/)
  })

  test('shows the counters of a day and of 90 days, and a dash for durations that nobody knows', () => {
    const said = plainTextOf(jobsPageOf(frameOf()))
    expect(said).toMatch(/Accepted 412 31,204/)
    expect(said).toMatch(/Half of them left within 150 ms 200 ms/)
    expect(said).toMatch(/99 of 100 left within 2 secs 5 mins/)
    const none = { counts: NO_JOBS, p50Ms: null, p99Ms: null }
    const empty = plainTextOf(jobsPageOf(frameOf(), { counters: { ...COUNTERS, lastDay: none } }))
    expect(empty).toMatch(/Half of them left within – unknown 200 ms/i)
  })

  test.for([
    ['device_offline', 'The computer is offline.'],
    ['device_timeout', 'did not answer within 10 seconds'],
  ] as const)('says %s in words', ([code, expected]) => {
    const answer = { kind: 'problem', code, reason: null } as const
    expect(plainTextOf(jobsPageOf(frameOf(), { answer }))).toContain(expected)
  })
})

test.for(Language.options)('sizes and durations are words in %s', (language) => {
  const { locale } = texts(language)
  expect(sizeText(locale, 999)).toMatch(/999/)
  expect(sizeText(locale, 2_345)).toMatch(/2[.,]3.*kB/)
  expect(durationText(locale, 7)).toMatch(/7/)
  expect(durationText(locale, 90_000)).toMatch(/1[.,]5/)
})
