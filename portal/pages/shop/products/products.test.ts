// Products in the panel: found, entered, changed, counted, taken off sale, and what refuses each.
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { load } from '../../../test/page-text.ts'
import { startPortalRig } from '../../../test/portal-rig.ts'
import { productOf } from '../../testing/shop/product-pages.ts'

const LIST = '/shop/products'
const TYPED = {
  sku: 'LR-9',
  gtin: '4006381 333931',
  name: 'Roll nine',
  brand: '',
  categoryId: '2',
  form: '',
  substance: '',
  description: 'One\r\nTwo',
  priceMinor: '12,5',
  taxBp: '7.7',
  packSize: '',
  minQuantity: '2',
  isActive: 'yes',
}

async function startStage() {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Admin')
  const csrf = await browser.csrfOf(`${LIST}/new`)
  return { ...rig, browser, csrf, catalogue: rig.upstream.shop.catalogue }
}

test('a product is entered as it was typed, and found in the list', async () => {
  const { browser, csrf, catalogue } = await startStage()
  const made = await browser.post(`${LIST}/new`, { csrf, ...TYPED })
  expect([made.status, made.location, made.notice]).toEqual([303, `${LIST}/22`, 'made'])
  expect(catalogue.products[1]).toMatchObject({
    gtin: '04006381333931',
    categoryId: 2,
    priceMinor: 1_250,
    taxBp: 770,
    minQuantity: 2,
    isActive: true,
    description: 'One\nTwo',
  })
  const page = await browser.get(`${LIST}/22`)
  expect(page.text).toContain('The product is there.')
  expect(load(page.text).field('priceMinor')).toBe('12.50')
  expect(load(page.text).field('taxBp')).toBe('7.70')
  expect((await browser.get(`${LIST}?q=nine`)).text).toContain(`href="${LIST}/22"`)
})

test('what is no value is said at its field, with everything that was typed', async () => {
  const { browser, csrf, catalogue } = await startStage()
  const typed = { ...TYPED, sku: 'a b', gtin: '4006381333932', priceMinor: '1.234,50', taxBp: '101' }
  const refused = await browser.post(`${LIST}/new`, { csrf, ...typed })
  expect(refused.status).toBe(422)
  for (const words of ['This is no SKU', 'This is no GTIN', 'This is no price', 'This is no tax rate'])
    expect(refused.text).toContain(words)
  expect(load(refused.text).field('priceMinor')).toBe('1.234,50')
  expect(refused.text).toContain('<option value="2" selected')
  expect(catalogue.products).toHaveLength(1)
  const taken = await browser.post(`${LIST}/new`, { csrf, ...TYPED, sku: 'LR-100x50' })
  expect([taken.status, taken.text.includes('Another product has this SKU')]).toEqual([409, true])
})

test('who saw another version keeps his entries, beside what is saved now, and may save them knowingly', async () => {
  const { browser, csrf, catalogue } = await startStage()
  catalogue.products[0] = productOf({ version: 5, brand: 'New brand' })
  const stale = await browser.post(`${LIST}/21`, { csrf, version: '4', ...TYPED })
  expect(stale.status).toBe(412)
  expect(stale.text).toContain('Saved now: New brand')
  expect(load(stale.text).field('name')).toBe('Roll nine')
  expect(load(stale.text).field('version')).toBe('5')
  const saved = await browser.post(`${LIST}/21`, { csrf, version: '5', ...TYPED, isActive: '' })
  expect([saved.status, saved.notice]).toEqual([303, 'saved'])
  expect(catalogue.products[0]).toMatchObject({ name: 'Roll nine', isActive: false, version: 6 })
})

test('a form for stock that is sent twice changes it once, and its reason is shown with who gave it', async () => {
  const { browser, csrf, catalogue } = await startStage()
  const once = load((await browser.get(`${LIST}/21`)).text).field('once') ?? ''
  const change = { csrf, once, kind: 'adjust', quantity: '−3', reason: 'Counted by Petra' }
  for (let press = 0; press < 2; press += 1)
    expect((await browser.post(`${LIST}/21/stock`, change)).notice).toBe('stock')
  expect(catalogue.products[0]?.available).toBe(37)
  const page = await browser.get(`${LIST}/21`)
  expect(page.text).toContain('Counted by Petra')
  expect(load(page.text).field('once')).not.toBe(once)
})

test('stock that cannot be is said at its field; without an answer the same key is sent again', async () => {
  const { browser, csrf, catalogue } = await startStage()
  const once = load((await browser.get(`${LIST}/21`)).text).field('once') ?? ''
  const change = { csrf, once, kind: 'receive', quantity: '-3', reason: 'x' }
  const wrong = await browser.post(`${LIST}/21/stock`, change)
  expect([wrong.status, wrong.text.includes('A whole number that is not 0')]).toEqual([422, true])
  const many = await browser.post(`${LIST}/21/stock`, { ...change, kind: 'adjust', quantity: '-90' })
  expect([many.status, many.text.includes('Orders hold more')]).toEqual([409, true])
  expect(load(many.text).field('once')).not.toBe(once)
  catalogue.refuse = new ProblemError('unavailable', 'away')
  const away = await browser.post(`${LIST}/21/stock`, { ...change, quantity: '3' })
  expect([away.status, load(away.text).field('once')]).toEqual([503, once])
  expect(catalogue.products[0]?.available).toBe(40)
})

test('a product is taken off sale, and stands in the list of those', async () => {
  const { browser, csrf } = await startStage()
  const gone = await browser.post(`${LIST}/21/withdraw`, { csrf, version: '4' })
  expect([gone.status, gone.notice]).toEqual([303, 'withdrawn'])
  expect((await browser.get(LIST)).text).not.toContain(`href="${LIST}/21"`)
  expect((await browser.get(`${LIST}?only=withdrawn`)).text).toContain(`href="${LIST}/21"`)
  expect((await browser.get(`${LIST}/21`)).text).not.toContain(`action="${LIST}/21/withdraw"`)
})

test('the list goes on from page to page with what it looks for, and back to the first', async () => {
  const { browser, catalogue } = await startStage()
  catalogue.products.push(productOf({ id: 30, name: 'Label other' }))
  const first = await browser.get(`${LIST}?q=Label&sort=name`)
  const next = /href="([^"]*after=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(next).toBe(`${LIST}?q=Label&sort=name&after=page1`)
  const second = await browser.get(next)
  expect(second.text).toContain(`href="${LIST}/30"`)
  expect(second.text).toContain(`href="${LIST}?q=Label&amp;sort=name" rel="prev"`)
  expect((await browser.get(`${LIST}?sort=none`)).status).toBe(422)
  expect((await browser.get(`${LIST}/x`)).status).toBe(404)
})

test('support sees products whole, and nothing that changes them', async () => {
  const { signedIn } = await startStage()
  const page = await (await signedIn('Support')).get(`${LIST}/21`)
  expect(page.text).toContain('LR-100x50')
  expect(page.text).not.toContain(`action="${LIST}`)
})
