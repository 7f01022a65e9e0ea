// Lists as files: the same filter and access as their pages, every row once, nothing that a spreadsheet would run.
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { problemOf } from '../testing/support-pages.ts'
import { startPortalRig } from '../../test/portal-rig.ts'
import { startPrintingStage } from '../../test/printing-stage.ts'
import { csvAddress } from '../../views/csv/csv-address.ts'
import { byKey, byNumber, wholeList } from './whole-list.ts'

const LISTS = ['/relay', '/support', '/support/computers', '/support/tasks', '/shop/orders', '/shop/products']

test('every list is a file for whom it is a page, and for nobody else', async () => {
  const rig = await startPrintingStage()
  for (const list of LISTS) {
    const file = await rig.admin.get(`${list}.csv?q=counter`)
    expect([list, file.status, file.headers.get('content-type')]).toEqual([
      list,
      200,
      'text/csv; charset=utf-8',
    ])
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+-[\d-]{10}\.csv"$/)
    expect((await rig.browser().get(`${list}.csv`)).location).toMatch(/^\/sign-in/)
  }
  expect((await rig.admin.get('/staff-history.csv')).status).toBe(200)
  expect((await (await rig.signedIn('Support')).get('/staff-history.csv')).status).toBe(403)
})

test('a download is a row of the staff log, with the fields of its filter and not what stands in them, and none goes without', async () => {
  const rig = await startPrintingStage()
  const { staffLog } = rig.upstream.store
  await rig.admin.get('/support/computers.csv?q=counter')
  await rig.admin.get('/relay.csv?name=&health=stopped')
  expect(staffLog.exports).toEqual([
    { list: 'computers', filters: ['q'] },
    { list: 'pharmacies', filters: ['health'] },
  ])
  expect((await rig.admin.get('/relay.csv?sort=weather')).status).toBe(422)
  expect(staffLog.exports).toHaveLength(2)
  staffLog.refuseExport = new ProblemError('unavailable', 'The log is away')
  const refused = await rig.admin.get('/relay.csv')
  expect([refused.status, refused.headers.get('content-disposition')]).toEqual([503, null])
})

test('a page of a list that fails breaks the download, and stands in the log of the portal', async () => {
  const lines: string[] = []
  const logger: Logger = {
    ...silentLogger,
    error: (event, _error, fields) => lines.push(`${event} ${String(fields?.['list'])}`),
    named: () => logger,
  }
  const rig = await startPortalRig({ logger })
  const admin = await rig.signedIn('Admin')
  const { support } = rig.upstream.store
  const rows = Array.from({ length: 200 }, (_, place) => problemOf({ id: place + 1 }))
  support.problems = {
    get answers() {
      if (support.queries.length > 1) throw new ProblemError('unavailable', 'The database went away')
      return rows
    },
  }
  await expect(admin.get('/support.csv?problem=answers')).rejects.toThrow()
  await until('the line', () => lines.includes('export.broken problems-answers'))
})

test('asks the store for the filter of its address, page after page from the first, and refuses a wrong one in words', async () => {
  const rig = await startPrintingStage()
  const { support } = rig.upstream.store
  support.problems = { answers: [problemOf({ labels: 3 })] }
  const file = await rig.admin.get('/support.csv?problem=answers&page=7&pageSize=25')
  expect(support.queries).toEqual([{ problem: 'answers', page: 1, pageSize: 200 }])
  expect(file.text.split('\r\n')).toHaveLength(3)
  const wrong = await rig.admin.get('/support.csv?problem=weather')
  expect([wrong.status, wrong.headers.get('content-disposition')]).toEqual([422, null])
})

test('a name that a spreadsheet would run as a formula is text, and is quoted', async () => {
  const rig = await startPrintingStage()
  const customerName = '=HYPERLINK("http://x","a")'
  rig.upstream.store.support.problems = { answers: [problemOf({ customerName })] }
  const { text } = await rig.admin.get('/support.csv?problem=answers')
  expect(text).toContain(`"'=HYPERLINK(""http://x"",""a"")"`)
})

test('the page leads to the file with its own filter, without the page of it', async () => {
  const rig = await startPrintingStage()
  expect((await rig.admin.get('/support/computers?q=counter&page=1')).text).toContain(
    'href="/support/computers.csv?q=counter"',
  )
  expect(csvAddress('/relay?name=a%26b&page=2&pageSize=25')).toBe('/relay.csv?name=a%26b')
  expect(csvAddress('/shop/orders?state=paid&after=abcd')).toBe('/shop/orders.csv?state=paid')
})

async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

const rowsFrom = (from: number, n: number) => Array.from({ length: n }, (_, place) => ({ id: from + place }))

test('a list has every row once, also when one moved to the next page meanwhile', async () => {
  const pages = [rowsFrom(1, 200), rowsFrom(200, 3)]
  const first = () => byNumber(async (page) => Promise.resolve({ items: pages[page - 1] ?? [] }))
  const rows = await allOf(wholeList({ first, key: ({ id }) => id }))
  expect(rows).toEqual(rowsFrom(1, 202))
})

test('a list ends at its limit, says that there is more, and asks for no further page', async () => {
  const asked: (string | null)[] = []
  const ask = async (after: string | null) => {
    asked.push(after)
    return Promise.resolve({ items: rowsFrom(asked.length * 10, 10), next: `after-${asked.length}` })
  }
  const list = { first: () => byKey(ask), key: ({ id }: { id: number }) => id }
  const rows = await allOf(wholeList({ ...list, most: 15 }))
  expect(rows).toEqual([...rowsFrom(10, 10), ...rowsFrom(20, 5), null])
  expect(asked).toEqual([null, 'after-1'])
})
