// The storefront as its visitors see it, without script: storefront → gateway → store, pharmacy and identity API, each real.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newCategory, newProduct } from '@pharmacy-relay/relay-server/store-api/shop/test/products.ts'
import type { TestBrowser } from '../../portal/test/test-browser.ts'
import {
  codeTo,
  newCustomerPhone,
  openShop,
  startShop,
  type OpenedShop,
  type ShopScene,
} from './storefront-scene.ts'

const PASSWORD = 'four otters drinking mint tea'

let scene: ShopScene
let shop: OpenedShop
let product: Awaited<ReturnType<typeof newProduct>>
beforeAll(async () => {
  scene = await startShop('storefront')
  const category = await newCategory(scene.site, 'Label rolls')
  product = await newProduct(scene.site, {
    name: 'Roll <100 x 50>',
    brand: 'Zebra',
    categoryId: category.id,
    stock: 500,
    priceMinor: 1_250,
  })
  for (let n = 0; n < 30; n += 1)
    await newProduct(scene.site, { name: `Other roll ${n}`, categoryId: category.id, stock: 5 })
})
afterAll(() => scene.stop())
beforeEach(async () => {
  shop = await openShop(scene)
})
// Before the gateway of the test is gone.
afterEach(async () => {
  await scene.pharmacy.idle()
  await shop.storefront.stop()
})

const csrfIn = (html: string): string => /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? ''

/** What the form of an order carries, with the first address. */
function hiddenIn(html: string): Record<string, string> {
  const names = 'key|cartId|cartVersion|totalSeenMinor|addressId'
  const found = html.matchAll(new RegExp(`name="(${names})" value="([^"]+)"`, 'g'))
  return Object.fromEntries(Array.from(found, ([, name = '', value = '']) => [name, value]))
}

async function register(browser: TestBrowser, email: string): Promise<void> {
  const phone = await newCustomerPhone(scene)
  const csrf = await browser.csrfOf('/register')
  expect(await browser.post('/register', { csrf, phone })).toMatchObject({
    status: 303,
    location: '/register/code',
  })
  const code = await codeTo(scene, phone)
  expect(await browser.post('/register/code', { csrf, code })).toMatchObject({
    status: 303,
    location: '/register/account',
  })
  const made = await browser.post('/register/account', { csrf, name: 'Rae', email, password: PASSWORD })
  expect(made, made.text).toMatchObject({ status: 303, location: '/' })
}

test('a stranger fills a basket, registers with the code from the SMS, orders once however often he presses, and orders again', async () => {
  const browser = shop.browser()
  const csrf = csrfIn((await browser.get(`/p/${product.slug}`)).text)
  const line = { csrf, productId: String(product.id), add: '3', returnTo: `/p/${product.slug}` }
  expect(await browser.post('/basket/lines', line)).toMatchObject({
    status: 303,
    location: `/p/${product.slug}`,
  })
  expect((await browser.get('/basket')).text).toContain('value="3"')
  await register(browser, 'rae@one.example')
  const basket = await browser.get('/basket')
  expect(basket.text).toContain('value="3"')
  const signed = csrfIn(basket.text)
  const address = {
    csrf: signed,
    name: 'Riverside',
    line1: '1 High Street',
    line2: '',
    postcode: 'N1 1AA',
    city: 'London',
    country: 'gb',
    returnTo: '/checkout',
  }
  expect(await browser.post('/account/addresses', address)).toMatchObject({
    status: 303,
    location: '/checkout',
  })
  const checkout = await browser.get('/checkout')
  const fields = hiddenIn(checkout.text)
  const order = { csrf: signed, ...fields }
  const [first, second] = [await browser.post('/checkout', order), await browser.post('/checkout', order)]
  expect(first.location).toMatch(/^\/orders\/[A-Z]{8}$/)
  expect(second.location).toBe(first.location)
  const page = await browser.get(first.location ?? '')
  expect(page.text).toContain('Thank you. We have your order.')
  expect(page.text).toContain('44.63')
  const orders = await browser.get('/orders')
  expect(orders.text.match(/href="\/orders\/[A-Z]{8}"/g)).toHaveLength(1)
  expect(await browser.post(`${first.location}/again`, { csrf: signed })).toMatchObject({
    location: '/basket',
  })
  expect((await browser.get('/basket')).text).toContain('value="3"')
})
