// Test support: what visitors of the storefront do again and again: read the token of a form, register, enter an address, order.
import { expect } from 'vitest'
import type { TestBrowser } from '../../portal/test/test-browser.ts'
import { codeTo, newCustomerPhone, type ShopScene } from './storefront-scene.ts'

export const PASSWORD = 'four otters drinking mint tea'

export const csrfIn = (html: string): string => /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? ''

/** What the form of an order carries, with the first address. */
export function hiddenIn(html: string): Record<string, string> {
  const names = 'key|cartId|cartVersion|totalSeenMinor|addressId'
  const found = html.matchAll(new RegExp(`name="(${names})" value="([^"]+)"`, 'g'))
  return Object.fromEntries(Array.from(found, ([, name = '', value = '']) => [name, value]))
}

/** How many requests one address may make until now, where 100 in any 10 s go on: a loaded machine takes its time. */
export function permittedSince(startMs: number): number {
  return 100 * (1 + Math.floor((performance.now() - startMs) / 10_000))
}

/** As a new pharmacy; `between`: what happens between two steps. */
export async function register(
  scene: ShopScene,
  browser: TestBrowser,
  { email, between = async () => {} }: { readonly email: string; readonly between?: () => Promise<void> },
): Promise<void> {
  const phone = await newCustomerPhone(scene)
  const csrf = await browser.csrfOf('/register')
  expect(await browser.post('/register', { csrf, phone })).toMatchObject({
    status: 303,
    location: '/register/code',
  })
  const code = await codeTo(scene, phone)
  await between()
  expect(await browser.post('/register/code', { csrf, code })).toMatchObject({
    status: 303,
    location: '/register/account',
  })
  await between()
  const made = await browser.post('/register/account', { csrf, name: 'Rae', email, password: PASSWORD })
  expect(made, made.text).toMatchObject({ status: 303, location: '/' })
}

/** On the way to the order. */
export async function enterAddress(browser: TestBrowser): Promise<void> {
  const address = {
    csrf: await browser.csrfOf('/account'),
    name: 'Riverside',
    line1: '1 High Street',
    line2: '',
    postcode: 'N1 1AA',
    city: 'London',
    country: 'gb',
    returnTo: '/checkout',
  }
  const entered = await browser.post('/account/addresses', address)
  expect([entered.status, entered.location]).toEqual([
    303,
    expect.stringMatching(/^\/checkout\?address=\d+$/),
  ])
}

/** So many more of a product, as the form on its page sends it. */
export async function addToBasket(
  browser: TestBrowser,
  { id, slug }: { readonly id: number; readonly slug: string },
  add: number,
) {
  const csrf = csrfIn((await browser.get(`/p/${slug}`)).text)
  return await browser.post('/basket/lines', { csrf, productId: String(id), add: String(add) })
}

/** What is in the basket is ordered; the path of its page. */
export async function order(browser: TestBrowser): Promise<string> {
  const { text } = await browser.get('/checkout')
  const placed = await browser.post('/checkout', { csrf: csrfIn(text), ...hiddenIn(text) })
  expect(placed.location, placed.text).toMatch(/^\/orders\/[A-Z]{8}$/)
  return placed.location ?? ''
}
