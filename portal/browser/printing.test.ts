// Roles, printers and test labels in Chromium, against the portal itself: in place, with the focus, live, and accessible.
import type { BrowserContextOptions, Page } from '@playwright/test'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { describe, expect, it } from 'vitest'
import { computerOf } from '../pages/testing/fixtures.ts'
import { startPortalRig, type PortalRig } from '../test/portal-rig.ts'
import {
  chromiumPages,
  expectGood,
  hasChromium,
  openMenu,
  signInOn,
  type NewPage,
} from './testing/chromium.ts'

describe.skipIf(!hasChromium)('printing in the browser (needs Chromium: `npm run tools`)', () => {
  const open = openerOf(chromiumPages())

  it('opens the editor in place with the focus in it, and gives the focus back on cancel', async () => {
    const { page, url } = await open()
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    await changeRole(page)
    await expect.poll(() => focusedId(page)).toBe('role-editor-title')
    expect(page.url()).toBe(`${url}?edit=11`)
    await page.getByRole('link', { name: 'Cancel' }).click()
    expect(await page.locator('#role-editor').count()).toBe(0)
    expect(await focusedId(page)).toBe('change-role-11')
    expect(page.url()).toBe(url)
    expect(await page.locator('body[data-not-reloaded]').count()).toBe(1)
  })

  it('asks for the printers once the printer computer is chosen, says so, and keeps what is chosen meanwhile', async () => {
    const { page } = await open()
    const answer = await holdPrinters(page)
    await changeRole(page)
    expect(await page.locator('.printer-part').isVisible()).toBe(false)
    await page.getByLabel('Printer computer').check()
    const said = page.locator('.printers-said')
    await expect.poll(() => said.textContent()).toContain('That takes 2 to 5 seconds, at most 10.')
    expect(await page.locator('.spinner').isVisible()).toBe(true)
    await page.getByLabel('Printer', { exact: true }).selectOption('tcp:192.168.1.50:9100')
    await page.getByLabel('TCP port').fill('9200')
    answer()
    await expect.poll(() => said.textContent()).toBe('It answered: 2 printers.')
    expect(await page.locator('.spinner').isVisible()).toBe(false)
    expect(await page.getByLabel('Printer', { exact: true }).inputValue()).toBe('tcp:192.168.1.50:9100')
    expect(await page.getByLabel('TCP port').inputValue()).toBe('9200')
    expect(await focusedId(page)).toBe('tcpPort')
  })

  it('saves with Enter in a field, and the page says so', async () => {
    const { page, customer } = await open()
    await changeRole(page)
    await page.getByLabel('Printer computer').check()
    await page.getByText('It answered: 2 printers.').waitFor()
    await page.getByLabel('Printer', { exact: true }).selectOption('cups:ZD421')
    await page.getByLabel('TCP port').press('Enter')
    await page.getByText('Saved. The computers are being told.').waitFor()
    expect(customer.printerConfig?.printerComputerId).toBe(11)
  })

  it('says when the computer does not answer, and asks again', async () => {
    const { page, rig } = await open()
    rig.upstream.store.printing.silentComputers.add(11)
    await changeRole(page)
    await page.getByLabel('Printer computer').check()
    await page.getByText('did not answer within 10 seconds').waitFor()
    rig.upstream.store.printing.silentComputers.delete(11)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('It answered: 2 printers.').waitFor()
  })

  it('says when the portal does not answer, and stays usable', async () => {
    const { page } = await open()
    await page.route('**/printers', async (route) => await route.abort())
    await changeRole(page)
    await page.getByLabel('Printer computer').check()
    await page.getByText('Check your connection and try again.').waitFor()
    await page.unroute('**/printers')
    await page.getByRole('button', { name: 'Ask for printers' }).click()
    await page.getByText('It answered: 2 printers.').waitFor()
  })

  it('chooses a lone printer by itself', async () => {
    const { page, rig } = await open()
    rig.upstream.store.printing.printersByComputer.set(11, [])
    await changeRole(page)
    const printer = page.getByLabel('Printer', { exact: true })
    expect(await printer.isDisabled()).toBe(true)
    rig.upstream.store.printing.printersByComputer.set(11, [{ id: 'cups:ONE', name: 'ONE', detail: '' }])
    await page.getByLabel('Printer computer').check()
    await page.getByText('It answered: 1 printer.').waitFor()
    expect(await printer.inputValue()).toBe('cups:ONE')
  })

  it('says it in the portal’s words when the computer is gone, and stays usable', async () => {
    const { page, customer } = await open()
    await changeRole(page)
    const [counter] = customer.computers.splice(0, 1)
    await page.getByLabel('Printer computer').check()
    await expect.poll(() => page.locator('.printers-said').textContent()).toContain('Not found.')
    if (counter !== undefined) customer.computers.unshift(counter)
    await page.getByRole('button', { name: 'Ask for printers' }).click()
    await page.getByText('It answered: 2 printers.').waitFor()
  })

  it('leaves alone what is being chosen while the computers change, and shows how far they have come', async () => {
    const { page, rig, customer } = await open()
    await changeRole(page)
    await page.getByLabel('None').check()
    const [counter] = customer.computers
    if (counter === undefined) throw new Error('no computer')
    counter.assignment = { version: 2, state: 'sent', at: new Date().toISOString(), failure: null }
    await news(rig, customer)
    await page.locator('#relay-computers').getByText('sent to the computer').waitFor()
    expect(await page.getByLabel('None').isChecked()).toBe(true)
  })

  it('prints one test label for a double click, and the answer outlives live news', async () => {
    const { page, rig, customer } = await open()
    await openMenu(page, 11)
    await page.locator('button[form="test-label"][value="11"]').dblclick()
    const answer = page.locator('tr[data-key="computer-11"] .label-answer')
    await answer.waitFor()
    expect(await answer.textContent()).toContain('sent to the printer')
    expect(rig.upstream.seen.filter(({ path }) => path.endsWith('/test-label'))).toHaveLength(1)
    customer.computers.splice(1, 1)
    await news(rig, customer)
    await page.locator('tr[data-key="computer-12"]').waitFor({ state: 'detached' })
    expect(await answer.count()).toBe(1)
    await page.locator('button[form="test-label"][value="11"]').click()
    await expect
      .poll(() => rig.upstream.seen.filter(({ path }) => path.endsWith('/test-label')).length)
      .toBe(2)
  })

  it('works without script: the link, the choice, the question for printers, saving, a test label', async () => {
    const { page, customer } = await open({ javaScriptEnabled: false })
    await openMenu(page, 11)
    await page.locator('#change-role-11').click()
    await page.locator('label[for="role-1"]').click()
    await page.getByRole('button', { name: 'Ask for printers' }).click()
    await page.getByText('It answered: 2 printers.').waitFor()
    expect(await page.locator('#role-1').isChecked()).toBe(true)
    await page.getByLabel('Printer', { exact: true }).selectOption('cups:ZD421')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The computers are being told.').waitFor()
    expect(customer.printerConfig?.printerComputerId).toBe(11)
    await openMenu(page, 11)
    await page.locator('button[form="test-label"][value="11"]').click()
    await page.getByText('Test label from COUNTER-1:').waitFor()
  })

  it.each(['light', 'dark'] as const)(
    'has nothing that axe finds wrong (%s), and fits a phone',
    async (colorScheme) => {
      const { page } = await open({ colorScheme, viewport: { width: 360, height: 800 } })
      await openMenu(page, 11)
      await page.locator('button[form="test-label"][value="11"]').click()
      await page.locator('.label-answer').waitFor()
      await openMenu(page, 13)
      await page.locator('#change-role-13').click()
      await page.getByText('It answered: 2 printers.').waitFor()
      await expectGood(page)
      await page.getByLabel('Client', { exact: true }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Tick this if labels shall stop').waitFor()
      await expectGood(page)
    },
  )
})

async function changeRole(page: Page): Promise<void> {
  await openMenu(page, 11)
  await page.locator('#change-role-11').click()
  await page.locator('#role-editor').waitFor()
}

async function focusedId(page: Page): Promise<string | undefined> {
  return await page.evaluate(() => document.activeElement?.id)
}

/** The question for printers waits until the returned function is called. */
async function holdPrinters(page: Page): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/printers', async (route) => {
    await released
    await route.continue()
  })
  return release
}

async function news(rig: PortalRig, customer: CustomerDetail): Promise<void> {
  customer.lastEventId += 1
  const at = new Date().toISOString()
  await rig.upstream.storeHub.send([
    { id: customer.lastEventId, at, customerId: customer.id, kind: 'computer', computerId: 11 },
  ])
}

interface Opened {
  readonly page: Page
  readonly rig: PortalRig
  readonly customer: CustomerDetail
  readonly url: string
}

/** Ways to the page of a pharmacy, for an Admin. */
function openerOf(newPage: NewPage) {
  return async (options: BrowserContextOptions = {}): Promise<Opened> => {
    const rig = await startPortalRig()
    const customer = furnished(rig)
    const page = await newPage(options)
    await signInOn(page, rig.url, 'Admin')
    const url = `${rig.url}/relay/${customer.storeId}`
    await page.goto(url)
    if (options.javaScriptEnabled !== false) await page.locator('#live-state[data-state="live"]').waitFor()
    return { page, rig, customer, url }
  }
}

/** Two Clients and the printer computer, all online. */
function furnished(rig: PortalRig): CustomerDetail {
  const [customer] = rig.upstream.store.customers
  if (customer === undefined) throw new Error('no pharmacy')
  const dispensary = computerOf({
    id: 13,
    pcName: 'DISPENSARY',
    role: 1,
    reportedRole: 1,
    printerName: 'cups:ZD421',
  })
  customer.computers.push(computerOf(), computerOf({ id: 12, pcName: 'COUNTER-2' }), dispensary)
  const updatedAt = new Date().toISOString()
  customer.printerConfig = {
    id: 1,
    printerComputerId: 13,
    printerName: 'cups:ZD421',
    tcpPort: 9100,
    updatedAt,
  }
  return customer
}
