// The storefront never asks twice: what was entered stays, where somebody wanted to go is kept, and what the bank says comes by itself.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { newCoupon } from '@pharmacy-relay/relay-server/store-api/shop/test/buyers.ts'
import { atTheBank } from '@pharmacy-relay/relay-server/store-api/shop/test/paying.ts'
import { newProduct } from '@pharmacy-relay/relay-server/store-api/shop/test/products.ts'
import { chromiumPages, hasChromium } from '../../portal/browser/testing/chromium.ts'
import type { TestBrowser } from '../../portal/test/test-browser.ts'
import { openShop, startShop, type OpenedShop, type ShopScene } from './storefront-scene.ts'
import {
  PASSWORD,
  addToBasket,
  csrfIn,
  enterAddress,
  hiddenIn,
  order,
  register,
} from './storefront-visits.ts'

let scene: ShopScene
let shop: OpenedShop
let product: Awaited<ReturnType<typeof newProduct>>
beforeAll(async () => {
  scene = await startShop('storefront_kept')
  product = await newProduct(scene.site(), { name: 'Gloves', stock: 500, priceMinor: 1_250 })
})
afterAll(() => scene.stop())
beforeEach(async () => {
  shop = await openShop(scene)
})
afterEach(async () => {
  await scene.pharmacy.idle()
  await shop.storefront.stop()
})

/** A payment of the order begins; the address of the provider's page. */
async function beginPayment(browser: TestBrowser, path: string): Promise<string> {
  const page = (await browser.get(path)).text
  const key = /name="key" value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect((await browser.post(`${path}/pay`, { csrf: csrfIn(page), key })).status).toBe(303)
  const leaving = await browser.get(`${path}/pay`)
  return /url=(.*)/.exec(leaving.headers.get('refresh') ?? '')?.[1] ?? ''
}

test('a form that is refused comes back with what was typed, and leads on to where somebody was going', async () => {
  const browser = shop.browser()
  const csrf = await browser.csrfOf('/register?returnTo=/checkout')
  const phone = await browser.post('/register', { csrf, phone: '0207 1', returnTo: '/checkout' })
  expect(phone.status).toBe(422)
  for (const kept of ['value="0207 1"', 'name="returnTo" value="/checkout"', '/sign-in?returnTo=%2Fcheckout'])
    expect(phone.text).toContain(kept)
  await register(scene, browser, { email: 'kim@one.example' })
  const account = (await browser.get('/account')).text
  const version = /name="version" value="(\d+)"/.exec(account)?.[1] ?? ''
  const details = { csrf: csrfIn(account), name: 'Green Cross', email: 'green@one.example', phone: '12' }
  const refused = await browser.post('/account/details', { ...details, version })
  expect(refused.status).toBe(422)
  for (const typed of ['Green Cross', 'green@one.example', '12'])
    expect(refused.text).toContain(`value="${typed}"`)
  const place = {
    name: 'Till 2',
    line1: '9 Mill Lane',
    line2: '',
    postcode: 'N1',
    city: 'Hull',
    country: '1',
  }
  const form = { csrf: details.csrf, ...place, returnTo: '/checkout' }
  const address = await browser.post('/account/addresses', form)
  expect(address.status).toBe(422)
  for (const kept of ['Till 2', '9 Mill Lane', 'N1', 'Hull', '/checkout'])
    expect(address.text).toContain(`value="${kept}"`)
  await addToBasket(browser, product, 1)
  const [, second] = [
    await browser.post('/account/addresses', { ...form, country: 'gb' }),
    await browser.post('/account/addresses', { ...form, name: 'Till 3', country: 'gb' }),
  ]
  const checkout = (await browser.get(second.location ?? '')).text
  expect(checkout).toContain('<output class="notice">Saved.</output>')
  // The one that was entered last is chosen, and stays chosen where the order is shown anew.
  const chosen = /<input[^>]* value="\d+"[^>]* checked[^>]*\/> *Till 3/
  expect(checkout).toMatch(chosen)
  await addToBasket(browser, product, 1)
  const addressId = second.location?.replace(/.*=/, '') ?? ''
  const pressed = { csrf: csrfIn(checkout), ...hiddenIn(checkout), addressId }
  const changed = await browser.post('/checkout', pressed)
  expect([changed.status, chosen.test(changed.text)]).toEqual([409, true])
})

test('what was not done is told as a fault: a coupon that is not good yet, an invoice before the money', async () => {
  const browser = shop.browser()
  await register(scene, browser, { email: 'kay@one.example' })
  await addToBasket(browser, product, 1)
  const { code } = await newCoupon(scene.site(), { from: '2099-01-01T00:00:00.000Z' })
  const csrf = csrfIn((await browser.get('/basket')).text)
  expect(await browser.post('/basket/coupon', { csrf, code })).toMatchObject({ status: 303, notice: null })
  expect((await browser.get('/basket')).text).toMatch(/role="alert">Coupon [^<]+ It is not good yet\.</)
  await browser.post('/basket/coupon', { csrf, remove: '1' })
  await enterAddress(browser)
  const path = await order(browser)
  expect(await browser.get(`${path}/invoice`)).toMatchObject({ status: 303, notice: 'invoiceLater' })
  expect((await browser.get(path)).text).toContain('role="alert">The invoice is written as soon as')
})

test('C43 a provider that sends the browser back by a form of its own gets it to the order; nothing it brings is read', async () => {
  const foreign = { origin: 'https://bank.example', 'sec-fetch-site': 'cross-site' }
  const stranger = shop.browser()
  expect(await stranger.post('/orders/ABCDEFGH', { state: 'paid' }, foreign)).toMatchObject({
    status: 303,
    location: '/orders/ABCDEFGH',
  })
  for (const path of ['/orders/ABCDEFGH/cancel', '/orders/elsewhere'])
    expect(await stranger.post(path, {}, foreign)).toMatchObject({ status: 403 })
})

describe.skipIf(!hasChromium)('in a browser', () => {
  const newPage = chromiumPages()

  test('the page of an order shows by itself that it is paid, also to who comes back by the form of another site; a basket keeps the focus while its quantities change, and has them on paper', async () => {
    const browser = shop.browser()
    await register(scene, browser, { email: 'kit@one.example' })
    await addToBasket(browser, product, 2)
    await enterAddress(browser)
    const path = await order(browser)
    const redirectUrl = await beginPayment(browser, path)
    const page = await newPage()
    await page.goto(`${shop.url}/sign-in`)
    await page.locator('#email').fill('kit@one.example')
    await page.locator('#password').fill(PASSWORD)
    await page.locator('main form button').first().click()
    await page.locator('header a[href="/orders"]').waitFor()
    // By another name it is another site: cookies that are Lax stay behind when a form is posted from there.
    await page.goto(scene.bank.standIn.url.replace('127.0.0.1', 'localhost'))
    await page.evaluate((target) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: target })
      document.body.append(form)
      form.submit()
    }, shop.url + path)
    await page.getByText('A payment is under way.').waitFor()
    expect(await page.getByRole('link', { name: 'Ask again' }).getAttribute('href')).toBe(path)
    await atTheBank({ redirectUrl })
    await until('the bank has said it', async () => {
      await scene.bank.work()
      return (await browser.get(path)).text.includes('<strong>Paid</strong>')
    })
    await page.getByRole('link', { name: 'Invoice (PDF)' }).waitFor()

    await page.getByRole('button', { name: 'Order again' }).click()
    const quantity = page.getByLabel('Quantity of Gloves')
    await quantity.focus()
    for (const more of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(more)
    await page.locator('.sum').getByText('€50.00').waitFor()
    await page.getByRole('link', { name: 'Basket (4)' }).waitFor()
    expect(await quantity.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await quantity.isVisible()).toBe(true)
    expect(await page.getByRole('button').count()).toBe(0)
  })
})
