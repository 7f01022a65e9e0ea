// The search from anywhere in Chromium: keys open it, it shows what is found as one types, arrows and Enter lead there.
import type { Page } from '@playwright/test'
import { describe, expect, it, test } from 'vitest'
import { expectGood } from '../testing/chromium.ts'
import { hasChromium, pagesInChromium } from '../testing/opened-page.ts'
import { opensSearch } from './search-shortcut.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

test.for([
  [{ ...plain, key: '/' }, false, true],
  [{ ...plain, key: '/' }, true, false],
  [{ ...plain, key: 'k', ctrlKey: true }, true, true],
  [{ ...plain, key: 'K', metaKey: true }, false, true],
  [{ ...plain, key: 'k' }, false, false],
  [{ ...plain, key: '/', ctrlKey: true }, false, false],
  [{ ...plain, key: 'k', ctrlKey: true, altKey: true }, false, false],
] as const)('%j, typing: %s, opens it: %s', ([pressed, isTyping, expected]) => {
  expect(opensSearch(pressed, { isTyping, isSlashOn: true })).toBe(expected)
})

test('/ that was turned off opens nothing, and Ctrl+K still does', () => {
  const where = { isTyping: false, isSlashOn: false }
  expect(opensSearch({ ...plain, key: '/' }, where)).toBe(false)
  expect(opensSearch({ ...plain, key: 'k', ctrlKey: true }, where)).toBe(true)
})

/** The browser takes the focus out of a dialog that was closed with its next frame; a key before that goes to the hidden field. */
async function closed(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => {
    const dialog = document.querySelector('#search-dialog')
    return dialog?.hasAttribute('open') === false && !dialog.contains(document.activeElement)
  })
}

describe.skipIf(!hasChromium)('the search from anywhere (needs Chromium: `npm run tools`)', () => {
  const open = pagesInChromium()

  it('opens by /, finds as one types, and leads by arrows and Enter to what was chosen', async () => {
    const { page } = await open('/relay')
    await page.keyboard.press('/')
    const field = page.locator('#search-field')
    await field.pressSequentially('central')
    await page
      .locator('#search-list')
      .getByRole('option', { name: /Riverside/ })
      .waitFor()
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    expect(await page.locator('#search-said').textContent()).toBe('3 results, and there are more.')
    await expectGood(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe('search-pharmacy-2')
    expect(await page.locator('[aria-selected="true"]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/relay/P-2077')
  })

  it('gives the focus back on Escape, and leaves / to who types', async () => {
    const { page } = await open('/relay')
    const name = page.locator('#filter-name')
    await name.focus()
    await page.keyboard.press('/')
    expect(await name.inputValue()).toBe('/')
    await page.keyboard.press('Control+k')
    await page.locator('#search-dialog[open]').waitFor()
    await closed(page)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter-name')
  })

  it('has / turned off for good by a box in the dialog, and on again', async () => {
    const { page } = await open('/relay')
    const dialog = page.locator('#search-dialog[open]')
    const box = dialog.getByRole('checkbox', { name: 'The key / opens this' })
    await page.keyboard.press('/')
    await box.uncheck()
    await page.reload()
    // The script of the page that is loaded anew may listen a moment later.
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+k')
        return dialog.count()
      })
      .toBe(1)
    expect(await box.isChecked()).toBe(false)
    await closed(page)
    await page.keyboard.press('/')
    expect(await dialog.count()).toBe(0)
    await page.keyboard.press('Control+k')
    await box.check()
    await closed(page)
    await page.keyboard.press('/')
    await dialog.waitFor()
  })

  it('shows the answer to the newest question alone, however late an older one comes', async () => {
    const { page } = await open('/relay')
    let answerFirst = (): void => undefined
    const isHeld = new Promise<void>((resolve) => {
      void page.route('**/search/options?q=first', async (route) => {
        resolve()
        await new Promise<void>((go) => (answerFirst = go))
        await route.continue()
      })
    })
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    const field = page.locator('#search-field')
    await field.fill('first')
    await isHeld
    await field.fill('nobody')
    const said = page.locator('#search-said')
    await expect.poll(() => said.textContent()).toContain('Nothing has “nobody”')
    const late = page.waitForResponse('**/search/options?q=first')
    answerFirst()
    await (await late).finished()
    // A question that is answered afterwards: by then the late answer has been dropped.
    await field.fill('nobody else')
    await expect.poll(() => said.textContent()).toContain('Nothing has “nobody else”')
    expect(await page.locator('#search-list').getByRole('option').count()).toBe(0)
  })

  it('leads to its page by Enter without a choice, and is a link to it without a script', async () => {
    const { page } = await open('/relay')
    await page.keyboard.press('Control+k')
    await page.locator('#search-field').fill('central')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=central')
    expect(await page.locator('main a.search-hit').count()).toBe(5)
    await expectGood(page)
  })

  it('fits on a small phone in dark colours', async () => {
    const { page } = await open('/relay')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.locator('#search-field').fill('central')
    await page.locator('#search-list').getByRole('option').first().waitFor()
    await expectGood(page)
  })
})
