// The list of pharmacies: order, filters, paging, roles, and the fragment that keeps it live.
import { describe, expect, it } from 'vitest'
import { CENTRAL, NOW, RIVERSIDE, frameOf, listOf, viewerAs } from '../testing/fixtures.ts'
import { escaped, tagsOf } from '../testing/tags.ts'
import { LIST_DEFAULTS, listAddress, nextSort, type ListQuery } from './list-address.ts'
import { readListQuery } from './list-query.ts'
import { relayListPage } from './relay-list-page.tsx'
import { relayListTable } from './relay-list-table.tsx'

const queryOf = (changes: Partial<ListQuery>): ListQuery => ({ ...LIST_DEFAULTS, ...changes })
const tableOf = (query: ListQuery, list = listOf([CENTRAL, RIVERSIDE])) =>
  relayListTable({ language: 'en', query, list, now: NOW })

describe('the list of pharmacies', () => {
  it('opens a pharmacy through a real link', () => {
    const links = tagsOf(tableOf(LIST_DEFAULTS)).flatMap((tag) => tag.attributes['href'] ?? [])
    expect(links).toEqual(expect.arrayContaining(['/relay/P-1042', '/relay/P-2077']))
  })

  it('says in words how many computers are online', () => {
    expect(tableOf(LIST_DEFAULTS)).toContain('2 of 3 online')
    expect(tableOf(LIST_DEFAULTS, listOf([{ ...CENTRAL, computerCount: 0, connectedCount: 0 }]))).toContain(
      'no computers',
    )
  })

  it('says whether labels come out, why not, at which computer and since when', () => {
    const text = tableOf(LIST_DEFAULTS)
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
    expect(text).toMatch(
      /Labels do not come out At DISPENSARY: The printer has no labels left \d+ minutes ago/,
    )
    expect(tableOf(LIST_DEFAULTS, listOf([{ ...CENTRAL, computerCount: 0 }]))).toContain('No computers')
  })

  it('is filtered and sorted by whether labels come out, and says so in its address', () => {
    expect(listAddress(queryOf({ health: 'stopped', sort: 'health' }))).toBe(
      '/relay?health=stopped&sort=health',
    )
    expect(readListQuery({ health: '' })).not.toHaveProperty('health')
    const html = tableOf(queryOf({ health: 'stopped' }))
    expect(html).toContain('Clear filters')
    expect(tagsOf(html).flatMap((tag) => tag.attributes['href'] ?? [])).toContain('/relay')
    expect(() => readListQuery({ health: 'ill' })).toThrow('address of the list')
  })

  it.each([
    ['name', 'ascending', '/relay?sort=-name'],
    ['-name', 'descending', '/relay?sort=name'],
    ['-connected', 'none', '/relay?sort=name'],
  ] as const)(
    'sorted by %s marks the name column as %s and offers the next order',
    (sort, direction, next) => {
      const tags = tagsOf(tableOf(queryOf({ sort })))
      const header = tags.find((tag) => tag.attributes['class'] === 'col-name')
      expect(header?.attributes['aria-sort']).toBe(direction)
      expect(tags.find((tag) => tag.attributes['id'] === 'sort-name')?.attributes['href']).toBe(next)
    },
  )

  it('has exactly one sorted column', () => {
    const sorted = tagsOf(tableOf(LIST_DEFAULTS)).filter((tag) =>
      /cending/.test(tag.attributes['aria-sort'] ?? ''),
    )
    expect(sorted.map((tag) => tag.attributes['class'])).toEqual(['col-storeId'])
  })

  it('keeps filters, order and page size while paging', () => {
    const query = queryOf({ name: 'a&b', sort: '-email', pageSize: 25, page: 2 })
    const html = tableOf(query, { ...listOf([CENTRAL, RIVERSIDE], 100), page: 2, pageSize: 25 })
    expect(html).toContain(escaped('/relay?name=a%26b&sort=-email&pageSize=25"').replace('&quot;', '"'))
    expect(html).toContain(
      escaped('/relay?name=a%26b&sort=-email&pageSize=25&page=3"').replace('&quot;', '"'),
    )
    expect(html).toContain('26–27 of 100')
  })

  it('has no paging when everything fits on the smallest page', () => {
    expect(tableOf(LIST_DEFAULTS)).not.toContain('class="paging"')
  })

  it('offers to clear filters only when there are any', () => {
    expect(tableOf(LIST_DEFAULTS)).not.toContain('Clear filters')
    expect(tableOf(queryOf({ phone: '+44' }))).toContain('Clear filters')
  })

  it('tells an empty list, a filter without a match and a page past the end apart', () => {
    expect(tableOf(LIST_DEFAULTS, listOf([]))).toContain('No pharmacies yet')
    expect(tableOf(queryOf({ email: 'x' }), listOf([]))).toContain('No pharmacy matches')
    expect(tableOf(queryOf({ page: 9 }), listOf([], 3))).toContain('To the first page')
  })

  it.each([
    ['a filter without a match', queryOf({ name: 'x' }), /0 pharmacies/, 'No pharmacy matches these filters'],
    ['an empty list', LIST_DEFAULTS, /0 pharmacies/, 'No pharmacies yet'],
  ])('says %s once, and does not count what is not there', (_what, query, count, text) => {
    const html = tableOf(query, listOf([]))
    const shown = html.replaceAll(/<output class="visually-hidden">[^<]*<\/output>/g, '')
    expect(html).not.toMatch(count)
    expect(shown.split(text)).toHaveLength(2)
    // A screen reader is told by the part that it listens to.
    expect(html).toContain(`<output class="visually-hidden">${text}</output>`)
  })

  it('lets only Admin add a pharmacy', () => {
    const pageFor = (role: 'Admin' | 'Support' | 'SuperSupport') =>
      relayListPage({
        frame: frameOf({ viewer: viewerAs(role) }),
        query: LIST_DEFAULTS,
        list: listOf([CENTRAL]),
        now: NOW,
      })
    expect(pageFor('Admin')).toContain('/relay/new')
    expect(pageFor('Support')).not.toContain('/relay/new')
    expect(pageFor('SuperSupport')).not.toContain('/relay/new')
  })

  it('contains the fragment exactly as it is sent alone', () => {
    const query = queryOf({ name: 'r', sort: '-connected' })
    const list = listOf([CENTRAL, RIVERSIDE])
    expect(relayListPage({ frame: frameOf(), query, list, now: NOW })).toContain(
      relayListTable({ language: 'en', query, list, now: NOW }),
    )
  })

  it('says which pharmacies it shows, where it came from and how new it is', () => {
    const region = tagsOf(tableOf(queryOf({ name: 'r' })))[0]?.attributes
    expect(region).toMatchObject({
      'data-customers': '1,2',
      'data-refresh': '/relay/table?name=r',
      'data-event-id': '812',
    })
  })
})

describe('addresses of the list', () => {
  it('write only what differs from the defaults', () => {
    expect(listAddress(LIST_DEFAULTS)).toBe('/relay')
    expect(listAddress(LIST_DEFAULTS, { page: 2, storeId: 'P-1' })).toBe('/relay?storeId=P-1&page=2')
  })

  it('turn the order round on the second click only', () => {
    expect(nextSort('storeId', 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBe('name')
  })
})
