// Pairing, approving and managing computers in Chromium, against the portal itself: live, by keyboard, on a phone, without script.
import type { BrowserContextOptions, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { conflictOf } from '../pages/testing/computer-pages.ts'
import { computerOf } from '../pages/testing/fixtures.ts'
import { startPortalRig } from '../test/portal-rig.ts'
import { chromiumPages, expectGood, hasChromium, signInOn, type NewPage } from './testing/chromium.ts'

const PHONE = { width: 320, height: 640 }
const WIDE = { width: 1_280, height: 900 }

describe.skipIf(!hasChromium)('pairing in the browser (needs Chromium: `npm run tools`)', () => {
  const open = openerOf(chromiumPages())

  it('counts down, says by itself which computer used the code, and lets it be approved by keyboard', async () => {
    const { page, customer, changed } = await open()
    await makeCode(page, { needsApproval: true })
    const left = page.locator('.pairing-left time')
    const before = await left.textContent()
    expect(before).toMatch(/^Good for another (10:00|9:5\d)$/)
    await expect.poll(() => left.textContent()).not.toBe(before)
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    const waiting = { access: 'waiting', pairingCodeId: 1, isOnline: false, lastOnlineAt: null } as const
    const computer = computerOf({ id: 41, pcName: 'COUNTER-4', ...waiting })
    customer.computers.push(computer)
    customer.pairingCodes = []
    await changed()
    await page.getByText('Paired with COUNTER-4.').waitFor()
    expect(await page.locator('body[data-not-reloaded]').count()).toBe(1)
    expect(await page.locator('.while-open:visible').count()).toBe(0)
    await page.getByRole('button', { name: 'Approve' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The computer is approved.').waitFor()
    expect(computer.access).toBe('approved')
  })

  it('says when the code has run out, and withdraws none that has', async () => {
    const { page, customer, url, changed } = await open()
    const expiresAt = new Date(Date.now() + 4_000).toISOString()
    customer.pairingCodes = [{ id: 1, expiresAt, needsApproval: false }]
    await page.goto(`${url}/pairing/1`)
    await expect.poll(() => page.locator('.pairing-state').textContent()).toContain('has run out')
    expect(await page.getByRole('button', { name: 'Withdraw' }).isVisible()).toBe(false)
    await changed()
    // Once, also when the server says it too, with the same time.
    await page.locator('.pairing-state[data-pairing="ended"]').waitFor()
    expect((await page.locator('.pairing-state').textContent())?.split('has run out')).toHaveLength(2)
  })

  it('takes the code and its command away when it is tried too often, says from where, and offers a new one', async () => {
    const { page, customer, codes, changed } = await open()
    await makeCode(page, { needsApproval: true })
    expect(await page.locator('.while-open:visible').count()).toBe(2)
    const at = new Date().toISOString()
    codes.codeOutcomes.set(1, { id: 1, customerId: customer.id, state: 'tried', at, address: '203.0.113.9' })
    customer.pairingCodes = []
    await changed()
    await page.getByText('Five wrong tries ended the code, the last of them from 203.0.113.9.').waitFor()
    expect(await page.locator('.while-open:visible').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Make a new code' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Make a new code' }).click()
    await page.locator('.pairing-code').waitFor()
    expect(customer.pairingCodes).toMatchObject([{ needsApproval: true }])
  })

  it('copies code, address and command, each as it stands', async () => {
    const { page } = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await makeCode(page)
    await page.locator('.pairing-code code').click()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('BCDF-GHJK')
    const clipboard = async (): Promise<string> =>
      await page.evaluate(async () => await navigator.clipboard.readText())
    const buttons = page.locator('main .copy-button')
    await buttons.nth(0).click()
    await expect.poll(clipboard).toBe('BCDF-GHJK')
    await buttons.nth(1).click()
    await expect.poll(clipboard).toMatch(/^http:[/][/][^ ]+$/)
    await buttons.nth(2).click()
    await expect.poll(clipboard).toMatch(/^pharmacy-relay pair BCDF-GHJK --hub http:/)
  })

  it.each([
    ['as somebody types', {}],
    ['without the script', { javaScriptEnabled: false }],
  ] as const)('finds the pharmacy to move a computer to %s, asks, and moves it', async (_name, context) => {
    const { page, customer, url, target } = await open(context)
    customer.computers.push(computerOf())
    await page.goto(`${url}/computers/11`)
    await page.getByLabel('Store ID or name of the pharmacy').pressSequentially('river')
    if ('javaScriptEnabled' in context) await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Riverside' }).click()
    await page.getByText('Labels that wait on it are held').waitFor()
    await page.getByRole('button', { name: 'Move it' }).click()
    await page.getByText('The computer belongs to this pharmacy now.').waitFor()
    expect(target.computers.map(({ id }) => id)).toEqual([11])
  })

  it('withdraws the access of a computer with the keyboard, after a question', async () => {
    const { page, customer, url } = await open()
    const computer = computerOf()
    customer.computers.push(computer)
    await page.goto(`${url}/computers/11`)
    await page.locator('#revoke summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(computer.access).toBe('approved')
    await page.keyboard.press('Enter')
    await page.getByText('The access is withdrawn.').waitFor()
    expect(computer.access).toBe('revoked')
  })

  it.each([
    ['wide', { viewport: WIDE }],
    ['at 320 px', { viewport: PHONE }],
    ['dark', { viewport: WIDE, colorScheme: 'dark' }],
    ['dark at 320 px', { viewport: PHONE, colorScheme: 'dark' }],
  ] as const)('is accessible and nothing stands out of the page: %s', async (_name, context) => {
    const { page, customer, url } = await open(context)
    await makeCode(page)
    await expectFitting(page)
    const waiting = computerOf({ id: 41, pcName: 'COUNTER-4', access: 'waiting', isOnline: false })
    customer.computers.push(waiting, computerOf({ conflict: conflictOf({ isLeaving: true }) }))
    await page.goto(url)
    await expectFitting(page)
    await page.goto(`${url}/computers/41?q=river&ask=remove`)
    await expectFitting(page)
  })
})

async function expectFitting(page: Page): Promise<void> {
  await expectGood(page)
  expect(await page.evaluate(standOut)).toEqual([])
}

/** Buttons and fields that are wider than what they stand in. Runs in the page. */
function standOut(): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('main :is(button, .btn, input, code)')]
  return parts
    .filter((part) => {
      const parent = part.parentElement?.getBoundingClientRect()
      return parent !== undefined && part.getBoundingClientRect().right > parent.right + 1
    })
    .map((part) => part.outerHTML.slice(0, 120))
}

async function makeCode(page: Page, { needsApproval = false } = {}): Promise<void> {
  await page.getByRole('link', { name: 'Add a computer' }).click()
  if (needsApproval) await page.getByLabel('The computer waits for approval').check()
  await page.getByRole('button', { name: 'Make a pairing code' }).click()
  await page.locator('.pairing-code').waitFor()
}

/** Ways to the page of Central, without computers; `changed` tells the portal that the pharmacy did. */
function openerOf(newPage: NewPage) {
  return async (context: BrowserContextOptions = {}) => {
    const portal = await startPortalRig()
    const { store, storeHub } = portal.upstream
    const [customer, target] = store.customers
    if (customer === undefined || target === undefined) throw new Error('no pharmacies')
    const url = `${portal.url}/relay/P-1001`
    const page = await newPage(context)
    await signInOn(page, portal.url, 'Admin')
    await page.goto(url)
    const changed = async (): Promise<void> => {
      customer.lastEventId += 1
      const at = new Date().toISOString()
      await storeHub.send([{ id: customer.lastEventId, customerId: customer.id, at, kind: 'customer' }])
    }
    return { page, customer, target, url, changed, codes: store.access }
  }
}
