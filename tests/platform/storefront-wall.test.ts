// The storefront against who is none of its people: lists P and D of the security reference.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { PASSWORD as PIAS_PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { createMailer } from '@pharmacy-relay/relay-server/identity-api/messages/mailer.ts'
import { startTestMail } from '@pharmacy-relay/relay-server/identity-api/messages/test-mail.ts'
import { newProduct } from '@pharmacy-relay/relay-server/store-api/shop/test/products.ts'
import { newPharmacy } from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import { TestBrowser } from '../../portal/test/test-browser.ts'
import { openShop, openStorefront, startShop, type OpenedShop, type ShopScene } from './storefront-scene.ts'
import { PASSWORD, addToBasket, csrfIn, permittedSince, register } from './storefront-visits.ts'

const PIA = 'pharmacist@one.example'

let scene: ShopScene
let shop: OpenedShop
let product: Awaited<ReturnType<typeof newProduct>>
beforeAll(async () => {
  scene = await startShop('storefront_wall')
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

describe('list P', () => {
  test('P02 there is nothing to upgrade: a WebSocket of another site is a request like any', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', origin: 'https://evil.example' }
    const reply = await shop
      .browser()
      .get('/', { ...upgrade, 'sec-websocket-key': 'x', 'sec-websocket-version': '13' })
    expect(reply.status).toBe(200)
  })

  test('P04 every cookie is Secure, HttpOnly, SameSite, of this host alone, and says nothing to who reads it', async () => {
    const browser = shop.browser()
    await addToBasket(browser, product, 1)
    const csrf = await browser.csrfOf('/sign-in')
    const body = new URLSearchParams({ csrf, email: PIA, password: PIAS_PASSWORD, returnTo: '/orders' })
    const headers = { cookie: browser.cookieHeader(), origin: shop.url }
    const reply = await fetch(`${shop.url}/sign-in`, { method: 'POST', body, headers, redirect: 'manual' })
    const cookies = reply.headers.getSetCookie()
    expect(cookies.join()).toContain('__Host-shop=')
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-/)
      expect(cookie).toMatch(/; Path=\/(;|$)/)
      for (const flag of [/; Secure/, /; HttpOnly/, /; SameSite=(Lax|Strict)/]) expect(cookie).toMatch(flag)
      expect(cookie).not.toMatch(/Domain|pharmacist|Pia/)
    }
  })

  test('P05 a sign-in begins another session: forms of before it are refused', async () => {
    const browser = shop.browser()
    const csrf = await browser.csrfOf('/sign-in')
    await browser.signIn({ email: PIA, password: PIAS_PASSWORD }, '/orders')
    const first = browser.cookies.get('__Host-shop')
    expect(await browser.post('/sign-out', { csrf })).toMatchObject({ status: 403 })
    await browser.post('/sign-out', { csrf: await browser.csrfOf('/account') })
    await browser.signIn({ email: PIA, password: PIAS_PASSWORD }, '/orders')
    expect(browser.cookies.get('__Host-shop')).not.toBe(first)
  })

  test('P06 C47 who signed out is out, also with the cookie of before; a new password ends all other sessions and not this one', async () => {
    const [here, there] = [shop.browser(), shop.browser()]
    await register(scene, here, { email: 'una@one.example' })
    await there.signIn({ email: 'una@one.example', password: PASSWORD }, '/orders')
    expect((await there.get('/orders')).status).toBe(200)
    const newPassword = 'five herons reading the news'
    const csrf = await here.csrfOf('/account')
    const change = { csrf, oldPassword: PASSWORD, newPassword, repeat: newPassword }
    expect(await here.post('/account/password', change)).toMatchObject({ location: '/account#content' })
    expect(await there.get('/orders')).toMatchObject({ status: 303, notice: 'ended' })
    expect((await here.get('/orders')).status).toBe(200)
    const kept = new Map(here.cookies)
    await here.post('/sign-out', { csrf: await here.csrfOf('/account') })
    const thief = new TestBrowser(shop.url, undefined, kept)
    expect(await thief.get('/orders')).toMatchObject({ status: 303, location: '/sign-in?returnTo=%2Forders' })
  })

  test('a forgotten password: the same answer for everybody, a link by mail that leads here and is good once, other sessions end', async () => {
    const mail = await startTestMail()
    const { ways } = scene.identity.parts
    Object.assign(ways, { mailer: createMailer({ url: mail.url, from: 'no-reply@relay.example' }) })
    onTestFinished(async () => {
      Object.assign(ways, { mailer: null })
      await mail.stop()
    })
    const email = 'vera@one.example'
    const [here, there] = [shop.browser(), shop.browser()]
    await register(scene, there, { email })
    const answers: unknown[] = []
    for (const address of [email, 'nobody@one.example']) {
      const csrf = await here.csrfOf('/forgot-password')
      const { status, location, notice } = await here.post('/forgot-password', { csrf, email: address })
      answers.push([status, location, notice])
    }
    expect(answers).toEqual([
      [303, '/forgot-password', 'linkSent'],
      [303, '/forgot-password', 'linkSent'],
    ])
    const text = await mail.textTo(email)
    const [, token = ''] = /http:\/\/127\.0\.0\.1:3000\/password-link\/([\w-]+)/.exec(text) ?? []
    const newPassword = 'six badgers under the stairs'
    const choose = async () => {
      expect(await here.get(`/password-link/${token}`)).toMatchObject({ location: '/password-link' })
      const form = { csrf: await here.csrfOf('/password-link'), newPassword, repeat: newPassword }
      return await here.post('/password-link', form)
    }
    expect(await choose()).toMatchObject({ location: '/sign-in', notice: 'passwordSet' })
    expect(await there.get('/orders')).toMatchObject({ status: 303, notice: 'ended' })
    expect(mail.mails.filter(({ to }) => to !== email)).toEqual([])
    await here.get(`/password-link/${token}`)
    expect(await here.get('/password-link')).toMatchObject({
      location: '/forgot-password',
      notice: 'linkOver',
    })
    expect(await here.signIn({ email, password: PASSWORD }, '/orders')).toMatchObject({ status: 401 })
    expect(await here.signIn({ email, password: newPassword }, '/orders')).toMatchObject({
      location: '/orders',
    })
  })

  test('P07 a sign-in ends after 15 minutes without use, and 12 hours after it began in any case', async () => {
    const clock = new SteppedClock(Date.now())
    const timed = await openStorefront(scene, scene.way.gatewayUrl, { clock })
    onTestFinished(() => timed.storefront.stop())
    const browser = timed.browser()
    await browser.signIn({ email: PIA, password: PIAS_PASSWORD }, '/orders')
    clock.stepMs(14 * 60_000)
    expect((await browser.get('/orders')).status).toBe(200)
    clock.stepMs(15 * 60_000 + 1)
    expect(await browser.get('/orders')).toMatchObject({ status: 303, notice: 'ended' })
    await browser.signIn({ email: PIA, password: PIAS_PASSWORD }, '/orders')
    for (let minutes = 0; minutes < 12 * 60 - 14; minutes += 14) {
      clock.stepMs(14 * 60_000)
      expect(await browser.get('/sign-in')).toMatchObject({ location: '/account' })
    }
    clock.stepMs(14 * 60_000)
    expect(await browser.get('/orders')).toMatchObject({ status: 303, notice: 'ended' })
  })

  test('P09 P10 every page of who is signed in is kept nowhere, and every reply has the strict content policy', async () => {
    const browser = shop.browser()
    await browser.signIn({ email: PIA, password: PIAS_PASSWORD }, '/orders')
    for (const path of [
      '/',
      '/search',
      `/p/${product.slug}`,
      '/basket',
      '/basket/count',
      '/orders',
      '/account',
      '/nothing',
    ]) {
      const reply = await browser.get(path)
      const status = path === '/nothing' ? 404 : 200
      expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, status, 'no-store'])
      const policy = reply.headers.get('content-security-policy')
      expect(policy).toBe(
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none';font-src 'self'",
      )
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('P11 what people and products are called stays text', async () => {
    const hostile = '<script>alert(1)</script>'
    const { slug } = await newProduct(scene.site(), { name: hostile, description: hostile, stock: 1 })
    const browser = shop.browser()
    await browser.signIn({ email: PIA, password: PIAS_PASSWORD }, '/orders')
    const customer = await browser.get('/account')
    const version = /name="version" value="(\d+)"/.exec(customer.text)?.[1] ?? ''
    const details = { csrf: csrfIn(customer.text), version, name: hostile, email: 'p@example.org', phone: '' }
    expect(await browser.post('/account/details', details)).toMatchObject({ status: 303 })
    for (const path of [`/p/${slug}`, `/search?q=${encodeURIComponent(hostile)}`, '/account'])
      expect((await browser.get(path)).text).not.toContain('<script>alert')
  })

  test('where a sign-in leads is a page of this shop, whatever the address says', async () => {
    for (const [at, returnTo] of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%0d%0aSet-Cookie: x=1',
      'javascript:alert(1)',
    ].entries()) {
      const browser = new TestBrowser(shop.url, `127.0.7.${at + 1}`)
      const { location } = await browser.signIn({ email: PIA, password: PIAS_PASSWORD }, returnTo)
      expect(new URL(location ?? '', shop.url).origin, returnTo).toBe(shop.url)
    }
  })
})

describe('list D', () => {
  const FIELDS = [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-client-ip',
  ]

  test('D01 D02 D03 of one address 100 in ten seconds go on, whatever it says of where it comes from', async () => {
    const browser = new TestBrowser(shop.url, '127.0.8.1')
    const visit = async (at: number) => {
      const said = Object.fromEntries(FIELDS.map((name) => [name, `198.51.100.${at}`]))
      return (await browser.get('/sign-in', said)).status
    }
    const startMs = performance.now()
    const statuses = await Promise.all(Array.from({ length: 130 }, async (_, at) => await visit(at)))
    const served = statuses.filter((status) => status === 200).length
    expect(served).toBeLessThanOrEqual(permittedSince(startMs))
    expect(statuses.filter((status) => status === 429)).toHaveLength(130 - served)
  })

  test('D04 behind a terminator the last address that it names counts, and what cannot be read is the terminator’s own', async () => {
    const behind = await openStorefront(scene, scene.way.gatewayUrl, { behindTerminator: true })
    onTestFinished(() => behind.storefront.stop())
    const visits = async (forwarded: (at: number) => string) => {
      const visit = async (at: number) =>
        (await behind.browser().get('/sign-in', { 'x-forwarded-for': forwarded(at) })).status
      const statuses = await Promise.all(Array.from({ length: 110 }, async (_, at) => await visit(at)))
      return statuses.filter((status) => status === 429).length
    }
    expect(await visits((at) => `203.0.113.${at}, 192.0.2.1`)).toBeGreaterThanOrEqual(10)
    expect(await visits((at) => `192.0.2.1, 203.0.113.${at}`)).toBe(0)
    expect(await visits((at) => `not-an-address-${at}`)).toBeGreaterThanOrEqual(10)
  })
})

test('while the gateway is away every page says so in words', async () => {
  const alone = await openStorefront(scene, 'http://127.0.0.1:9')
  const page = await alone.browser().get('/', { 'accept-language': 'de' })
  await alone.storefront.stop()
  expect(page.status).toBe(502)
  expect(page.text).toContain('Der Shop ist gerade nicht erreichbar')
})
