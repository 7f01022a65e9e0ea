// People of pharmacies at the storefront: on two devices, while its services restart, and with a label printer.
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { PASSWORD as PIAS_PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { atTheBank } from '@pharmacy-relay/relay-server/store-api/shop/test/paying.ts'
import { newCategory, newProduct } from '@pharmacy-relay/relay-server/store-api/shop/test/products.ts'
import { newPharmacy } from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import { TestBrowser } from '../../portal/test/test-browser.ts'
import { Line } from '../kit/line.ts'
import { assignPrinter, refundSome, sendOrder } from './storefront-others.ts'
import {
  codeTo,
  newCustomerPhone,
  openShop,
  openStorefront,
  startShop,
  type ShopScene,
  type WholeShop,
} from './storefront-scene.ts'
import {
  PASSWORD,
  addToBasket,
  csrfIn,
  enterAddress,
  hiddenIn,
  order,
  register,
} from './storefront-visits.ts'

const PIA = 'pharmacist@one.example'

let scene: ShopScene
let shop: WholeShop
let product: Awaited<ReturnType<typeof newProduct>>
beforeAll(async () => {
  scene = await startShop('storefront_people')
  // Pia's, by the seed of the identity API.
  expect((await newPharmacy(scene.store)).id).toBe(1)
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

test('with gateway and store restarted before every step somebody registers, orders, pays, and has one order with its invoice', async () => {
  const browser = shop.browser()
  await addToBasket(browser, product, 2)
  await shop.restart(async () => {
    const page = await browser.get('/basket', { 'accept-language': 'en' })
    expect(page).toMatchObject({ status: 502 })
    expect(page.text).toContain('Your basket is kept.')
  })
  expect((await browser.get('/basket')).text).toContain('value="2"')
  await register(scene, browser, { email: 'rita@one.example', between: shop.restart })
  await shop.restart()
  await enterAddress(browser)
  await shop.restart()
  const path = await order(browser)
  await shop.restart()
  const page = (await browser.get(path)).text
  const key = /name="key" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const pay = { csrf: csrfIn(page), key }
  expect(await browser.post(`${path}/pay`, pay)).toMatchObject({ location: `${path}/pay` })
  await shop.restart()
  const leaving = await browser.get(`${path}/pay`)
  const redirectUrl = /url=(.*)/.exec(leaving.headers.get('refresh') ?? '')?.[1] ?? ''
  expect(await browser.post(`${path}/pay`, pay)).toMatchObject({ location: `${path}/pay` })
  await atTheBank({ redirectUrl })
  await shop.restart()
  await until('the order is paid and its invoice is written', async () => {
    await scene.bank.work()
    return (
      (await browser.get(path)).text.includes('Paid') && (await browser.get(`${path}/invoice`)).status === 200
    )
  })
  await shop.restart()
  const invoice = await browser.get(`${path}/invoice`)
  expect(invoice.headers.get('content-type')).toBe('application/pdf')
  expect((await browser.get('/orders')).text.match(/href="\/orders\/[A-Z]{8}"/g)).toHaveLength(1)
  expect(scene.bank.standIn.intents.list()).toHaveLength(1)
  await sendOrder(scene, path.slice('/orders/'.length))
  for (const seen of [path, '/orders'])
    expect((await browser.get(seen)).text).toMatch(/<bdi>Post<\/bdi>.*<bdi>00340<\/bdi>/)
  expect((await browser.get(path)).text).toContain('On its way')
  await refundSome(scene, path.slice('/orders/'.length))
  await until('the credit note is written', async () => {
    await scene.bank.work()
    return (await browser.get(path)).text.includes('/credit-notes/')
  })
  const refunded = (await browser.get(path)).text
  expect(refunded).toMatch(/Money given back.*· given back<\/span><span>€5\.00</)
  const note = await browser.get(/href="([^"]*\/credit-notes\/[^"]+)"/.exec(refunded)?.[1] ?? '')
  expect([note.status, note.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await browser.get(`${path}/credit-notes/INV-2026-999999`)).status).toBe(404)
})

test('C37 C38 what was put into a basket on one device is there on another after the sign-in, the larger quantity of each', async () => {
  const [phone, desk] = [shop.browser(), shop.browser()]
  await register(scene, phone, { email: 'ron@one.example' })
  await addToBasket(phone, product, 2)
  expect((await phone.get('/basket')).text).toContain('value="2"')
  await addToBasket(desk, product, 5)
  const before = desk.cookies.get('__Host-shop-form')
  const entered = await desk.signIn({ email: 'ron@one.example', password: PASSWORD }, '/basket')
  expect([entered.status, entered.location, entered.notice]).toEqual([303, '/basket', 'merged'])
  for (const device of [desk, phone]) expect((await device.get('/basket')).text).toContain('value="5"')
  expect(before).toBeDefined()
})

test('C44 the page that leads to the provider does, past the content policy; no policy names the provider, and no other page leads there', async () => {
  const browser = shop.browser()
  await register(scene, browser, { email: 'ray@one.example' })
  await addToBasket(browser, product, 1)
  await enterAddress(browser)
  const path = await order(browser)
  const page = (await browser.get(path)).text
  const key = /name="key" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const pressed = await browser.post(`${path}/pay`, { csrf: csrfIn(page), key })
  // Browsers hold `form-action` against where a form's reply leads to: it stays in the shop.
  expect([pressed.status, pressed.location]).toEqual([303, `${path}/pay`])
  const provider = new URL(scene.bank.standIn.url).origin
  const seen = new Map<string, { readonly leads: boolean; readonly policy: string }>()
  for (const at of ['/', '/basket', '/account', '/orders', path, `${path}/pay`]) {
    const { headers, text } = await browser.get(at)
    const leads = headers.has('refresh') || text.includes(`href="${provider}`)
    seen.set(at, { leads, policy: headers.get('content-security-policy') ?? '' })
  }
  expect([...seen].filter(([, { leads }]) => leads).map(([at]) => at)).toEqual([`${path}/pay`])
  expect(new Set([...seen.values()].map(({ policy }) => policy)).size).toBe(1)
  expect(seen.get('/')?.policy).toContain("form-action 'self';")
  expect(seen.get('/')?.policy).not.toContain(provider)
  const leaving = await browser.get(`${path}/pay`)
  const there = /^0; url=(.*)$/.exec(leaving.headers.get('refresh') ?? '')?.[1] ?? ''
  expect([new URL(there).origin, (await fetch(there)).status]).toEqual([provider, 200])
})

test('answers that are lost on their way: each step of a registration says what to do, and no account and no order is made twice', async () => {
  let isLosing = false
  const to = { host: '127.0.0.1', port: Number(new URL(scene.way.gatewayUrl).port) }
  const line = new Line({ to, onAnswer: () => isLosing && line.cut() })
  await line.start({ host: '127.0.0.1', port: 0 })
  const behind = await openStorefront(scene, `http://127.0.0.1:${line.port}`)
  onTestFinished(async () => {
    await behind.storefront.stop()
    line.stop()
  })
  const losingReplies = async <T>(press: () => Promise<T>): Promise<T> => {
    isLosing = true
    return await press().finally(() => (isLosing = false))
  }
  const browser = behind.browser()
  const phone = await newCustomerPhone(scene)
  const csrf = await browser.csrfOf('/register')
  const asked = await losingReplies(() => browser.post('/register', { csrf, phone }))
  expect(asked).toMatchObject({ status: 502 })
  expect(asked.text).toContain('If a code arrives, enter it here.')
  const code = await codeTo(scene, phone)
  const form = { csrf, code }
  expect(await browser.post('/register/code', form)).toMatchObject({ location: '/register/account' })
  const account = { csrf, name: 'Rose', email: 'rose@one.example', password: PASSWORD }
  const made = await losingReplies(() => browser.post('/register/account', account))
  expect(made).toMatchObject({ status: 502 })
  expect(made.text).toContain('it becomes one account')
  expect(made.text).not.toContain(PASSWORD)
  const stranger = await browser.post('/register/account', {
    ...account,
    again: '1',
    password: `${PASSWORD}!`,
  })
  expect([stranger.status, stranger.text.includes('Somebody has an account')]).toEqual([422, true])
  expect(await browser.post('/register/account', { ...account, again: '1' })).toMatchObject({
    status: 303,
    location: '/',
  })
  await addToBasket(browser, product, 1)
  await enterAddress(browser)
  const { text } = await browser.get('/checkout')
  const pressed = { csrf: csrfIn(text), ...hiddenIn(text) }
  const unheard = await losingReplies(() => browser.post('/checkout', pressed))
  expect([unheard.status, unheard.text.includes('It is one order.')]).toEqual([502, true])
  const again = { csrf: csrfIn(unheard.text), ...hiddenIn(unheard.text) }
  expect(again).toEqual({ ...pressed, csrf: again.csrf })
  const found = await browser.post('/checkout', again)
  expect(found.location).toMatch(/^\/orders\/[A-Z]{8}$/)
  expect((await browser.get('/orders')).text.match(/href="\/orders\/[A-Z]{8}"/g)).toHaveLength(1)
})

test('C39 Back after ordering leads to an empty basket, and not to an order that could be placed again', async () => {
  const browser = shop.browser()
  await register(scene, browser, { email: 'rob@one.example' })
  await addToBasket(browser, product, 1)
  await enterAddress(browser)
  const seen = await browser.get('/checkout')
  const path = await order(browser)
  expect(await browser.get('/checkout')).toMatchObject({ status: 303, location: '/basket' })
  expect(seen.headers.get('cache-control')).toBe('no-store')
  expect((await browser.get(path)).status).toBe(200)
})

test('a Pharmacist signs in and sees what fits the printer of his pharmacy first, with the reason', async () => {
  const site = scene.site()
  const category = await newCategory(site, 'Rolls')
  const roll = {
    kind: 'labels',
    method: 'direct',
    widthMm: 100,
    lengthMm: 50,
    gapMm: 3,
    coreMm: 25,
    rollMm: 127,
  } as const
  const desktop = {
    kind: 'printer',
    method: 'direct',
    minWidthMm: 15,
    widthMm: 108,
    coreMm: 25,
    rollMm: 127,
    ribbonCoreMm: null,
    reportedAs: 'ZD421',
  } as const
  const media = { 'Roll that fits': roll, 'Roll too wide': { ...roll, widthMm: 150 }, ZD421: desktop }
  for (const [name, body] of Object.entries(media)) {
    const { id } = await newProduct(site, { name, stock: 3, categoryId: category.id })
    await site.call(storeApi.setProductMedia, { params: { productId: String(id) }, body })
  }
  await assignPrinter(scene, 1, { pcName: 'DISPENSARY', printerName: 'cups:Zebra_ZD421' })
  const browser = shop.browser()
  expect((await browser.get('/')).text).not.toContain('Fits ')
  expect(await browser.signIn({ email: PIA, password: PIAS_PASSWORD }, '/orders')).toMatchObject({
    status: 303,
    location: '/orders',
  })
  const shelf = (await browser.get(`/c/${category.slug}`)).text
  const at = (text: string): number => shelf.indexOf(text)
  expect(at('Fits ZD421 at DISPENSARY')).toBeGreaterThan(0)
  expect(at('Fits ZD421 at DISPENSARY')).toBeLessThan(at('Roll that fits'))
  expect(at('Roll that fits')).toBeLessThan(at('Roll too wide'))
  expect(shelf.match(/>Roll that fits</g)).toHaveLength(1)
  for (const path of ['/', /href="(\/p\/roll-that-fits[^"]*)"/.exec(shelf)?.[1] ?? ''])
    expect((await browser.get(path)).text).toContain('Fits ZD421 at DISPENSARY')
  const wide = /href="(\/p\/roll-too-wide[^"]*)"/.exec(shelf)?.[1] ?? ''
  expect((await browser.get(wide)).text).not.toContain('<p class="fits">')
})

test('C46 the sixth try of a code, a used one, and that of another phone are refused in the same words', async () => {
  const tried: unknown[] = []
  const phoneOf = async (browser: TestBrowser) => {
    const phone = await newCustomerPhone(scene)
    const csrf = await browser.csrfOf('/register')
    await browser.post('/register', { csrf, phone })
    return { phone, csrf }
  }
  const [one, other] = [shop.browser(), shop.browser()]
  const first = await phoneOf(one)
  const second = await phoneOf(other)
  const code = await codeTo(scene, first.phone)
  const wrong = code === '000000' ? '111111' : '000000'
  const otherCode = await codeTo(scene, second.phone)
  if (otherCode !== code)
    tried.push((await one.post('/register/code', { csrf: first.csrf, code: otherCode })).status)
  while (tried.length < 5)
    tried.push((await one.post('/register/code', { csrf: first.csrf, code: wrong })).status)
  tried.push((await one.post('/register/code', { csrf: first.csrf, code })).status)
  expect(tried).toEqual(Array.from({ length: 6 }, () => 422))
  const cookies = new Map(other.cookies)
  expect(await other.post('/register/code', { csrf: second.csrf, code: otherCode })).toMatchObject({
    status: 303,
  })
  const again = new TestBrowser(shop.url, undefined, cookies)
  expect(await again.post('/register/code', { csrf: second.csrf, code: otherCode })).toMatchObject({
    status: 422,
  })
})

test('an order by numbers answers each line, and what it knows is in the basket', async () => {
  const { sku } = await newProduct(scene.site(), { name: 'Swabs', gtin: '04006381333931', stock: 3 })
  const browser = shop.browser()
  const csrf = await browser.csrfOf('/quick')
  const lines = `4006381333931\n${sku.toLowerCase()} 4\nNO-SUCH-1\n${sku} many`
  const reply = await browser.post('/quick', { csrf, lines }, { 'accept-language': 'en' })
  expect(reply.status).toBe(422)
  for (const said of [
    'It is in your basket.',
    'only 3 are left.',
    'NO-SUCH-1: no product has this number.',
    `${sku} many: the quantity cannot be read.`,
  ])
    expect(reply.text).toContain(said)
  expect(/<textarea[^>]*>([^<]*)</.exec(reply.text)?.[1]).toBe(`NO-SUCH-1\n${sku} many`)
  expect((await browser.get('/basket')).text).toContain('value="5"')
})
