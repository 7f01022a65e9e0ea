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

/** As a new pharmacy. */
export async function register(scene: ShopScene, browser: TestBrowser, email: string): Promise<void> {
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
  expect(entered).toMatchObject({ status: 303, location: '/checkout' })
}
