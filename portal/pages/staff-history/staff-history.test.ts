// The page of the staff history over HTTP: who may see it, what is asked of the store, what a wrong address says.
import { expect, test } from 'vitest'
import { startPortalRig } from '../../test/portal-rig.ts'
import { operationOf } from '../testing/staff-history-pages.ts'

test.each([
  ['Admin', 200],
  ['SuperSupport', 200],
  ['Support', 403],
] as const)('%s who asks for the page is answered %d', async (role, status) => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn(role)
  expect((await browser.get('/staff-history')).status).toBe(status)
  expect((await browser.get('/relay')).text.includes('href="/staff-history"')).toBe(status === 200)
})

test('the filter of the address goes to the store, its days as the reader means them', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  browser.cookies.set('zone', 'Europe%2FIstanbul')
  const address = '/staff-history?storeId=P-1042&action=computer.move&from=2026-11-01&to=2026-11-02&q=x&utm=1'
  expect((await browser.get(address)).status).toBe(200)
  expect(rig.upstream.store.staffLog.queries).toEqual([
    {
      page: 1,
      pageSize: 50,
      q: 'x',
      storeId: 'P-1042',
      action: 'computer.move',
      from: '2026-10-31T21:00:00.000Z',
      to: '2026-11-02T21:00:00.000Z',
    },
  ])
  for (const wrong of ['from=yesterday', 'storeId=1', 'action=%00', 'page=0'])
    expect([wrong, (await browser.get(`/staff-history?${wrong}`)).status]).toEqual([wrong, 422])
})

test('a row says who, what, before and after, and leads to pharmacy and computer', async () => {
  const rig = await startPortalRig()
  const { rows } = rig.upstream.store.staffLog
  rows.push(
    operationOf({ computerId: 12, computerName: 'COUNTER-2', staffNameNow: 'Ayşe Kaya' }),
    operationOf({ id: 16, action: 'computer.set-role', before: { role: 'None' }, after: { role: 'Client' } }),
  )
  const { text } = await (await rig.signedIn()).get('/staff-history')
  for (const shown of [
    'Pharmacy changed',
    'Central Pharmacy &amp; Co.',
    '…7890',
    'now Ayşe Kaya',
    'href="/relay/P-1042"',
    'href="/relay/P-1042#computer-12"',
    'Role changed',
  ])
    expect(text).toContain(shown)
})
