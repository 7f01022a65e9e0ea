// The lists for support: what is the matter in words, counts, ways to the computer, what keeps them live.
import { expect, test } from 'vitest'
import {
  MAX_COUNTED,
  supportProblems,
  type SupportProblem,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import { relayDetailPage } from '../relay-detail/relay-detail-page.tsx'
import { conflictOf } from '../testing/computer-pages.ts'
import { CENTRAL, NOW, computerOf, frameOf, viewerAs } from '../testing/fixtures.ts'
import { foundOf, problemListOf, problemOf } from '../testing/support-pages.ts'
import { tagsOf } from '../testing/tags.ts'
import { problemRegion } from './problem-region.tsx'
import { searchRegion } from './search-region.tsx'
import { problemAddress, searchAddress } from './support-address.ts'
import { supportPage } from './support-page.tsx'

const plainTextOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

const region = (problem: SupportProblem, changes: Parameters<typeof problemOf>[0] = {}) =>
  problemRegion({
    language: 'en',
    viewer: viewerAs('Support'),
    query: { problem, page: 1, pageSize: 50 },
    list: problemListOf(problem, [problemOf(changes)]),
  })

test.for([
  ['offline', {}, 'The computer stopped answering'],
  ['offline', { lastOnlineAt: null, offlineReason: null }, 'It was paired and has not connected yet.'],
  ['conflict', {}, 'One of them has to get a new identity.'],
  ['configuration', { failure: { code: 'port_taken', reason: 'Port 9100' } }, 'The computer says: Port 9100'],
  ['answers', { labels: 1 }, '1 label waits for an answer at the pharmacy.'],
  ['answers', { labels: 1_200 }, '1,200 labels wait for an answer at the pharmacy.'],
  ['expired', { labels: 2 }, '2 labels expired.'],
  ['approval', {}, 'Admin has to approve it.'],
  ['outdated', {}, 'The newest version is 1.4.0.'],
  ['outdated', { isTooOld: true }, 'too old for the hub'],
] as const)('%s with %j says “%s”', ([problem, changes, expected]) => {
  expect(plainTextOf(region(problem, changes))).toContain(expected)
})

test('each problem is a link with its count, the shown one is marked, a count that ended says so', () => {
  const html = region('answers')
  const tabs = tagsOf(html).filter(({ attributes }) => attributes['class']?.startsWith('problem-tab '))
  const { counts } = problemListOf('answers', [])
  expect(tabs).toHaveLength(supportProblems.filter((problem) => counts[problem] > 0).length)
  const current = tagsOf(html).filter(({ attributes }) => attributes['aria-current'] === 'page')
  expect(current.map(({ attributes }) => attributes['href'])).toEqual(['/support?problem=answers'])
  expect(plainTextOf(html)).toContain('Outdated agents 5,000 or more')
  expect(supportProblems.every((problem) => html.includes(`id="problem-${problem}"`))).toBe(true)
  const all = problemListOf('answers', [problemOf()], { total: MAX_COUNTED })
  const query = { problem: 'answers', page: 1, pageSize: 50 } as const
  expect(
    plainTextOf(problemRegion({ language: 'en', viewer: viewerAs('Support'), query, list: all })),
  ).toMatch(/5,000 or more As of/)
})

test('a row leads to the computer on the page of its pharmacy, and to its history', () => {
  const links = tagsOf(region('offline')).flatMap(({ attributes }) => attributes['href'] ?? [])
  expect(links).toContain('/relay/P-1042#computer-12')
  expect(links).toContain('/relay/P-1042/computers/12/history')
})

test.each([
  ['conflict', 'clone-12'],
  ['approval', 'waiting-title'],
] as const)('a row of %s leads to where it is mended, which that page has', (problem, id) => {
  const links = tagsOf(region(problem)).flatMap(({ attributes }) => attributes['href'] ?? [])
  expect(links).toContain(`/relay/P-1042#${id}`)
  const computers = [
    computerOf({ id: 12, conflict: conflictOf() }),
    computerOf({ id: 13, access: 'waiting', isOnline: false }),
  ]
  const page = relayDetailPage({ frame: frameOf(), customer: { ...CENTRAL, computers }, now: NOW })
  expect(tagsOf(page).some(({ attributes }) => attributes['id'] === id)).toBe(true)
})

test.each([
  ['answers', 'asks'],
  ['expired', 'not-out'],
] as const)('labels of %s lead to the list that has them', (problem, list) => {
  const links = tagsOf(region(problem, { labels: 2 })).flatMap(({ attributes }) => attributes['href'] ?? [])
  expect(links).toContain(`/relay/P-1042/computers/12/jobs?only=${list}`)
})

test('the region says which pharmacies it shows, where it comes from, how new it is, and when to look again', () => {
  const list = problemListOf('offline', [
    problemOf(),
    problemOf({ id: 13 }),
    problemOf({ id: 20, customerId: 7 }),
  ])
  const query = { problem: 'offline', page: 2, pageSize: 25 } as const
  const html = problemRegion({ language: 'en', viewer: viewerAs('Support'), query, list })
  expect(tagsOf(html)[0]?.attributes).toMatchObject({
    'data-customers': '1,7',
    'data-refresh': '/support/table?problem=offline&amp;pageSize=25&amp;page=2',
    'data-event-id': '812',
    'data-refresh-s': '15',
    'data-now': NOW.toISOString(),
  })
  expect(supportPage({ frame: frameOf(), query, list })).toContain(html)
})

test('of very many that match it says that these are some', () => {
  const found = (total: number) =>
    plainTextOf(
      searchRegion({
        language: 'en',
        viewer: viewerAs('Support'),
        query: { q: 'co', page: 1, pageSize: 50 },
        now: NOW,
        list: { items: [foundOf()], total, page: 1, pageSize: 50, lastEventId: 1 },
      }),
    )
  expect(found(499)).toContain('499 computers')
  expect(found(500)).toContain('More than 500 match')
  expect(found(499)).toContain('Offline last online')
})

test('addresses write only what differs from the defaults', () => {
  const query = { problem: 'offline', page: 1, pageSize: 50 } as const
  expect(problemAddress(query)).toBe('/support?problem=offline')
  expect(problemAddress(query, { problem: 'expired', page: 2 })).toBe('/support?problem=expired&page=2')
  expect(searchAddress({ q: 'a b', page: 1, pageSize: 25 })).toBe('/support/computers?q=a+b&pageSize=25')
})
