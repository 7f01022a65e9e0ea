// Two people edit one pharmacy: nobody's change is lost unseen, and nobody's entries are.
import { expect, test } from 'vitest'
import type { TestBrowser } from '../../test/test-browser.ts'
import { load } from '../../test/page-text.ts'
import { startPortalRig } from '../../test/portal-rig.ts'

const PATH = '/relay/P-1001/edit'
const CHANGED = { name: 'Harbour', email: 'harbour@example.com', phone: '+44 1234 567891' }
const FORM_FIELDS = ['csrf', 'customerId', 'version', 'storeId', 'name', 'email', 'phone']

/** What a browser would send with the form of a page. */
function fieldsOf(html: string): Record<string, string> {
  const form = load(html.slice(html.indexOf('action="/relay/')))
  return Object.fromEntries(FORM_FIELDS.map((name) => [name, form.field(name) ?? '']))
}

async function formOf(browser: TestBrowser): Promise<Record<string, string>> {
  return fieldsOf((await browser.get(PATH)).text)
}

test('the second of two sees what is saved beside the entries, and saves over it knowingly', async () => {
  const rig = await startPortalRig()
  const [first, second] = [await rig.signedIn(), await rig.signedIn()]
  const [form, late] = [await formOf(first), await formOf(second)]
  expect(await first.post(PATH, { ...form, ...CHANGED })).toMatchObject({
    location: '/relay/P-1001',
    notice: 'saved',
  })

  const stale = await second.post(PATH, { ...late, name: 'Too late' })
  expect(stale.status).toBe(412)
  expect(load(stale.text).field('name')).toBe('Too late')
  expect(stale.text).toContain('Saved now: Harbour')
  expect(stale.text).toContain('Saved now: +441234567891')
  expect(stale.text).not.toContain('Saved now: P-1001')
  expect(rig.upstream.store.customers[0]?.name).toBe('Harbour')

  const again = await second.post(PATH, fieldsOf(stale.text))
  expect([again.location, again.notice]).toEqual(['/relay/P-1001', 'saved'])
  expect(rig.upstream.store.customers[0]).toMatchObject({ name: 'Too late', version: 3 })
})

test('a third change in between is seen too', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const form = await formOf(browser)
  await browser.post(PATH, { ...form, ...CHANGED })
  const stale = await browser.post(PATH, { ...form, name: 'Too late' })
  await browser.post(PATH, { ...(await formOf(browser)), name: 'Third' })
  const again = await browser.post(PATH, fieldsOf(stale.text))
  expect(again.status).toBe(412)
  expect(again.text).toContain('Saved now: Third')
})

test('a form that is sent twice is saved once, and says so', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const form = { ...(await formOf(browser)), ...CHANGED }
  for (let time = 1; time <= 2; time += 1) {
    expect(await browser.post(PATH, form)).toMatchObject({ location: '/relay/P-1001', notice: 'saved' })
  }
  expect(rig.upstream.store.customers[0]?.version).toBe(2)
})

test('entries are kept when the store ID has become another one meanwhile', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const form = await formOf(browser)
  await browser.post(PATH, { ...form, storeId: 'p-3003' })
  const stale = await browser.post(PATH, { ...form, name: 'Too late' })
  expect(stale.status).toBe(412)
  expect(stale.text).toContain('Saved now: P-3003')
  expect(stale.text).toContain('action="/relay/P-3003/edit"')
  expect(load(stale.text).field('name')).toBe('Too late')
})

test('entries are kept when what is saved cannot be read', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const form = await formOf(browser)
  await browser.post(PATH, { ...form, ...CHANGED })
  const customer = rig.upstream.store.customers[0]
  rig.upstream.cutPath = 'GET /Store/'
  const reply = await browser.post(PATH, { ...form, name: 'Too late' })
  expect(reply.status).toBe(502)
  expect(load(reply.text).field('name')).toBe('Too late')
  expect(customer?.name).toBe('Harbour')
})
