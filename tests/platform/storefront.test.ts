// The storefront as its visitors see it, without script: storefront → gateway → store, pharmacy and identity API, each real.
import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { Language } from '@pharmacy-relay/shared/texts/languages.ts'
import {
  newCategory,
  newPicture,
  newProduct,
} from '@pharmacy-relay/relay-server/store-api/shop/test/products.ts'
import { chromiumPages, hasChromium } from '../../portal/browser/testing/chromium.ts'
import { TestBrowser } from '../../portal/test/test-browser.ts'
import {
  codeTo,
  newCustomerPhone,
  openShop,
  startShop,
  type OpenedShop,
  type ShopScene,
} from './storefront-scene.ts'

import { LOOKS, choose, walk } from './storefront-looks.ts'
import { PASSWORD, csrfIn, enterAddress, hiddenIn, permittedSince, register } from './storefront-visits.ts'

/** As long as names of the demo are: it must push nothing out of a phone's screen. */
const NAME = 'Roll <100 x 50> direct thermal, permanent adhesive'

let scene: ShopScene
let shop: OpenedShop
let product: Awaited<ReturnType<typeof newProduct>>
beforeAll(async () => {
  scene = await startShop('storefront')
  const category = await newCategory(scene.site(), 'Label rolls')
  product = await newProduct(scene.site(), {
    name: NAME,
    brand: 'Zebra',
    categoryId: category.id,
    stock: 500,
    priceMinor: 1_250,
  })
  await newPicture(scene.site(), product.id)
  for (let n = 0; n < 30; n += 1)
    await newProduct(scene.site(), { name: `Other roll ${n}`, categoryId: category.id, stock: 5 })
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

test('a stranger fills a basket, registers with the code from the SMS, orders once however often he presses, and orders again', async () => {
  const browser = shop.browser()
  const csrf = csrfIn((await browser.get(`/p/${product.slug}`)).text)
  const line = { csrf, productId: String(product.id), add: '3', returnTo: `/p/${product.slug}` }
  expect(await browser.post('/basket/lines', line)).toMatchObject({
    status: 303,
    location: `/p/${product.slug}`,
  })
  expect((await browser.get('/basket')).text).toContain('value="3"')
  await register(scene, browser, { email: 'rae@one.example' })
  const basket = await browser.get('/basket')
  expect(basket.text).toContain('value="3"')
  const signed = csrfIn(basket.text)
  await enterAddress(browser)
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

test('C45: for a phone that no pharmacy has, every answer is as for one that a pharmacy has', async () => {
  const answers: unknown[] = []
  for (const phone of [await newCustomerPhone(scene), '+447700900999']) {
    const browser = shop.browser()
    const csrf = await browser.csrfOf('/register')
    const asked = await browser.post('/register', { csrf, phone })
    const page = await browser.get('/register/code')
    await scene.pharmacy.idle()
    const proved = await browser.post('/register/code', { csrf, code: '000000' })
    const skipped = await browser.get('/register/account')
    const texts = [page.text, proved.text].map((text) => text.replaceAll(csrf, '').replaceAll(phone, ''))
    answers.push([asked.status, asked.location, proved.status, skipped.location, texts])
  }
  expect(answers[1]).toEqual(answers[0])
})

test('P01 P03 what changes something comes from our own pages alone', async () => {
  const browser = shop.browser()
  const csrf = csrfIn((await browser.get('/')).text)
  const line = { productId: String(product.id), add: '1' }
  expect(await browser.post('/basket/lines', line)).toMatchObject({ status: 403 })
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect(await browser.post('/basket/lines', { csrf, ...line }, foreign)).toMatchObject({ status: 403 })
  expect((await browser.get('/basket')).text).not.toContain(product.slug)
})

test('pages of the catalogue are small, asked for again by their ETag, and escape what products are called', async () => {
  const browser = shop.browser()
  for (const path of ['/', `/p/${product.slug}`, '/search?q=roll']) {
    await browser.get(path)
    const page = await browser.get(path)
    expect(gzipSync(page.text).length, path).toBeLessThanOrEqual(14 * 1_024)
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    const etag = page.headers.get('etag') ?? ''
    expect(await browser.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:/)
    expect(page.text).not.toContain('<100')
  }
  for (const [file, most] of [
    ['shop.css', 15],
    ['shop.js', 25],
  ] as const) {
    const { text } = await browser.get(`/assets/${file}`)
    expect(gzipSync(text).length, file).toBeLessThanOrEqual(most * 1_024)
  }
  const { text } = await browser.get(`/p/${product.slug}`)
  const facts = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? ''
  expect(JSON.parse(facts)).toMatchObject({
    '@type': 'Product',
    name: NAME,
    offers: { price: '12.50' },
  })
  const kinds = [...text.matchAll(/"@type":"(\w+)"/g)].map(([, kind]) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['Product', 'Offer', 'BreadcrumbList']))
  const address = `http://127.0.0.1:3000/p/${product.slug}`
  expect(text).toContain(`<link rel="canonical" href="${address}"/>`)
  for (const code of Language.options)
    expect(text).toContain(`<link rel="alternate" hreflang="${code}" href="${address}?lang=${code}"/>`)
  expect((await browser.get('/')).text).toMatch(/property="og:image" content="[^"]+social\.png/)
  expect((await browser.get('/basket')).text).toContain('name="robots" content="noindex"')
  expect((await browser.get('/sitemap.xml')).text).toContain(`/p/${product.slug}<`)
})

test('pictures come from the shop’s own address in three sizes, are kept for ever, and only what is seen first is fetched first', async () => {
  const browser = shop.browser()
  const page = await browser.get(`/p/${product.slug}`)
  expect(page.headers.get('content-security-policy')).toContain("img-src 'self';")
  const [img = ''] = /<img class="picture"[^>]*>/.exec(page.text) ?? []
  expect(img).toMatch(
    / width="1200" height="900" alt="A roll" loading="eager" decoding="async" fetchpriority="high"/,
  )
  const files = [...img.matchAll(/(\/assets\/pictures\/[0-9a-f]{64}\/\w+\.webp) (\d+)w/g)]
  expect(files.map(([, , width]) => width).toSorted((one, other) => Number(one) - Number(other))).toEqual([
    '160',
    '480',
    '1200',
  ])
  for (const [, path = ''] of files) {
    const file = await browser.get(path)
    expect(file.headers.get('content-type')).toBe('image/webp')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.has('set-cookie')).toBe(false)
    const etag = file.headers.get('etag') ?? ''
    expect(await browser.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304 })
  }
  expect(page.text).toContain(`<meta property="og:image" content="http://127.0.0.1:3000/assets/pictures/`)
  const list = (await browser.get('/search')).text
  expect(list.match(/fetchpriority/g) ?? []).toHaveLength(list.includes('<img class="picture"') ? 1 : 0)
  for (const path of [`/assets/pictures/${'0'.repeat(64)}/small.webp`, '/assets/pictures/x/small.webp'])
    expect(await browser.get(path)).toMatchObject({ status: 404 })
})

test('pages of a person are kept nowhere, and without a session lead to the sign-in and back', async () => {
  const browser = shop.browser()
  for (const path of ['/account', '/orders', '/checkout'])
    expect(await browser.get(path)).toMatchObject({
      status: 303,
      location: `/sign-in?returnTo=${encodeURIComponent(path)}`,
    })
  for (const path of ['/basket', '/sign-in', '/register'])
    expect((await browser.get(path)).headers.get('cache-control')).toBe('no-store')
  expect(await browser.get('/nothing')).toMatchObject({ status: 404 })
})

test('strangers of one address get 100 requests in 10 s and 100 connections at once; a customer who is signed in there, and other addresses, do not feel it', async () => {
  await shop.storefront.stop()
  shop = await openShop(scene, { isCounted: true })
  const customer = shop.browser()
  await register(scene, customer, { email: 'calm@one.example' })
  const statusOf = async () =>
    (
      await shop
        .browser()
        .get(`/p/${product.slug}`)
        .catch(() => null)
    )?.status
  const startMs = performance.now()
  const statuses = await Promise.all(Array.from({ length: 140 }, statusOf))
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(permittedSince(startMs))
  expect(statuses).toContain(429)
  const other = new TestBrowser(shop.url, '127.0.6.9')
  expect([(await customer.get('/orders')).status, (await other.get('/sign-in')).status]).toEqual([200, 200])
  // A page is up to six calls of the gateway, which counts strangers, too.
  for (let page = 0; page < 30; page += 1) expect((await customer.get(`/p/${product.slug}`)).status).toBe(200)

  const { port } = new URL(shop.url)
  const idle = Array.from({ length: 300 }, () =>
    net.connect(Number(port), '127.0.0.1').on('error', () => undefined),
  )
  onTestFinished(() => idle.forEach((socket) => socket.destroy()))
  await until('the others are cut', () => idle.filter(({ closed }) => closed).length >= 200)
  expect((await other.get('/sign-in')).status).toBe(200)
  for (const socket of idle.slice(0, 150)) socket.destroy()
  const isServed = async () => (await customer.get('/orders').catch(() => null))?.status === 200
  await until('there is room for the customer', isServed)
})

describe.skipIf(!hasChromium)('in a browser', () => {
  const newPage = chromiumPages()

  test('every page looks right to axe, on a phone and a screen, in three languages, and the script adds to the basket in place', async () => {
    const looks = process.env['SHOP_LOOKS'] === 'all' ? LOOKS : LOOKS.slice(0, 1)
    const page = await newPage()
    const { url } = shop
    const shown = { url, looks }
    const elsewhere = new Set<string>()
    page.on('request', (request) => {
      const { origin } = new URL(request.url())
      if (origin !== url) elsewhere.add(origin)
    })
    const list = '/c/' + (await slugOfCategory())
    await walk(page, shown, ['/', '/search?q=roll', list, `/p/${product.slug}`, '/nothing'])
    await choose(page.context(), url, 'en.light')
    await page.goto(`${url}/p/${product.slug}`)
    await page.getByRole('searchbox').or(page.getByRole('combobox')).fill('other')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Add: ${product.name}` }).click()
    await page.getByText('It is in your basket.').waitFor()
    await page.getByRole('link', { name: 'Basket (1)' }).waitFor()
    await walk(page, shown, ['/basket', '/quick', '/sign-in', '/register', '/forgot-password'])
    const phone = await newCustomerPhone(scene)
    await page.goto(`${url}/register`)
    await page.locator('#phone').fill(phone)
    await page.locator('main button').click()
    await walk(page, shown, ['/register/code'])
    await page.locator('#code').fill(await codeTo(scene, phone))
    await page.locator('main form button').first().click()
    await page.locator('#password').waitFor()
    await walk(page, shown, ['/register/account'])
    await page.locator('#name').fill('Cem')
    await page.locator('#email').fill('cem2@one.example')
    await page.locator('#password').fill(PASSWORD)
    await page.locator('main button').click()
    await page.locator(`header a[href="/orders"]`).waitFor()
    await walk(page, shown, ['/checkout'])
    for (const [name, value] of Object.entries({
      name: 'Riverside',
      line1: '1 High Street',
      postcode: 'N1',
      city: 'London',
      country: 'GB',
    }))
      await page.locator(`#${name}-new`).fill(value)
    await page.locator('details button').click()
    await page.locator('input[name=addressId]').waitFor()
    await walk(page, shown, ['/checkout', '/account'])
    await page.goto(`${url}/checkout`)
    await page.locator('form.stack > button').first().click()
    await page.locator('.steps').waitFor()
    const path = new URL(page.url()).pathname
    await walk(page, shown, [path, '/orders'])
    expect([...elsewhere], 'nobody else is asked for anything').toEqual([])
    // On paper: dark on white, whatever was chosen, without what only a screen has a use for.
    await choose(page.context(), url, 'en.dark')
    await page.goto(`${url}${path}`)
    await page.emulateMedia({ media: 'print' })
    for (const hidden of ['.top', 'footer', 'form[action$="/again"]'])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false)
    expect(await page.getByText(product.name).first().isVisible()).toBe(true)
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return [color, backgroundColor]
    })
    expect(colours).toEqual(['rgb(29, 37, 48)', 'rgb(245, 246, 248)'])
  })
})

async function slugOfCategory(): Promise<string> {
  const { categories } = await scene.site().call(storeApi.listCategories, {})
  return categories[0]?.slug ?? ''
}
