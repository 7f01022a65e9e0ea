// The browser script in Chromium, under the CSP of the portal, against a small server that speaks as the portal does.
import { describe, expect, it } from 'vitest'
import { RIVERSIDE, listOf } from '../pages/testing/fixtures.ts'
import { hasChromium, pagesInChromium } from './testing/opened-page.ts'

describe.skipIf(!hasChromium)('the browser script (needs Chromium: `npm run tools`)', () => {
  const open = pagesInChromium()

  it('filters while typing, keeps a short address, and stays live on what it found', async () => {
    const { page, stage } = await open('/relay')
    stage.list = listOf([RIVERSIDE])
    await page.getByLabel('Name', { exact: true }).pressSequentially('river')
    await page.getByText('1 pharmacy matches').waitFor()
    expect(new URL(page.url()).search).toBe('?name=river')
    expect(
      await page.getByLabel('Name', { exact: true }).evaluate((input) => input === document.activeElement),
    ).toBe(true)
    stage.list = { ...listOf([{ ...RIVERSIDE, connectedCount: 3 }]), lastEventId: 900 }
    stage.send('relay', { lastEventId: 900, customerIds: [2] })
    await page.getByText('3 of 3 online').waitFor()
  })

  it('leaves the list as it is when filtering fails, and goes to the sign-in page when that is why', async () => {
    const { page, stage } = await open('/relay')
    stage.status = 503
    await page.getByLabel('Name', { exact: true }).fill('x')
    await expect.poll(() => stage.refusals).toBe(1)
    expect(await page.locator('#relay-list tbody tr').count()).toBe(2)
    stage.status = 401
    await page.getByLabel('Name', { exact: true }).fill('xy')
    await page.waitForURL('**/sign-in?returnTo=**')
  })

  it('opens a pharmacy by a click anywhere in its row, and by keyboard through its link', async () => {
    const { page } = await open('/relay')
    await page.locator('tr[data-key="customer-1"] .cell-phone').click()
    await page.waitForURL('**/relay/P-1042')
    await page.goBack()
    await page.getByRole('link', { name: 'Riverside' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/relay/P-2077')
  })

  it('goes back to the list as it was left: filtered, sorted, on its page', async () => {
    const { page, stage } = await open('/relay?sort=-name&pageSize=25')
    stage.list = listOf([RIVERSIDE])
    await page.getByLabel('Name', { exact: true }).pressSequentially('river')
    await page.getByText('1 pharmacy matches').waitFor()
    await page.getByRole('link', { name: 'Riverside' }).click()
    await page.waitForURL('**/relay/P-2077')
    await page.locator('.crumbs a').click()
    await page.waitForURL('**/relay?name=river&sort=-name&pageSize=25')
  })

  it('goes back to the whole list when the tab never saw another, and after a sign-in', async () => {
    const { page, stage } = await open('/relay/P-1042')
    const crumb = page.locator('.crumbs a')
    expect(await crumb.getAttribute('href')).toBe('/relay')
    await page.goto(`${stage.url}/relay?name=river`)
    await page.goto(`${stage.url}/sign-in`)
    await page.goto(`${stage.url}/relay/P-1042`)
    expect(await crumb.getAttribute('href')).toBe('/relay')
  })

  it('copies a support number and says so', async () => {
    const { page } = await open('/relay/P-1042/computers/11', { isLive: false })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('[data-copy]').first().click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe('834 221 907')
  })

  it('asks before typed entries are lost: by a link, by another language', async () => {
    const { page, questions } = await open('/form', { isLive: false })
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect.poll(() => questions).toEqual(['beforeunload'])
    await page.locator('.top-bar summary').click()
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect.poll(() => questions).toEqual(['beforeunload', 'beforeunload'])
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Harbour')
    expect(new URL(page.url()).pathname).toBe('/form')
  })

  it('asks before entries are left that were refused', async () => {
    const { page, questions } = await open('/refused', { isLive: false })
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect.poll(() => questions).toEqual(['beforeunload'])
  })

  it('asks nothing when the form is sent, and when what was typed is what it was', async () => {
    const { page, stage, questions } = await open('/form', { isLive: false })
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/saved')
    await page.goto(`${stage.url}/form`)
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByLabel('Name', { exact: true }).fill('Central')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL('**/relay')
    expect(questions).toEqual([])
  })

  it('closes the display menu on Escape and gives the focus back', async () => {
    const { page } = await open('/relay/P-1042')
    await page.locator('.top-bar summary').click()
    await page.getByRole('button', { name: 'Deutsch' }).focus()
    await page.keyboard.press('Escape')
    expect(await page.locator('details[open]').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
  })
})
