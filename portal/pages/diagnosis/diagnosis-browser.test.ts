// The check of a connection in Chromium: asked for with the keyboard, said to be under way, readable on a phone.
import { describe, expect, it } from 'vitest'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { hasChromium, pagesInChromium } from '../../browser/testing/opened-page.ts'
import { diagnosisPages } from '../testing/diagnosis-pages.ts'
import { frameOf } from '../testing/fixtures.ts'

describe.skipIf(!hasChromium)('the check of a connection (needs Chromium: `npm run tools`)', () => {
  const open = pagesInChromium()

  it.each(Language.options)('stays within a narrow screen in %s, with every word on it', async (language) => {
    const { page, stage } = await open('/relay', { isLive: false })
    const body = diagnosisPages(frameOf({ language }))['connection, hostile'] ?? ''
    await page.route('**/found', async (route) => await route.fulfill({ contentType: 'text/html', body }))
    for (const width of [320, 390, 1_280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${stage.url}/found`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

  it('says that it is under way', async () => {
    const { page } = await open('/relay/P-1001', { isLive: false })
    // A page without an answer stays, so that it can be looked at.
    await page.route('**/check', async (route) => await route.fulfill({ status: 204 }))
    await page.locator('.row-menu > summary').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('button[form=request-check]:enabled').first().focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.locator('.request-said').first().innerText())
      .toContain('That takes at most 10 seconds.')
  })

  it('is asked for with the keyboard, and again from its answer', async () => {
    const { page } = await open('/relay/P-1001', { isLive: false })
    const body = diagnosisPages(frameOf())['connection, blocked'] ?? ''
    const asked: string[] = []
    await page.route('**/check', async (route) => {
      asked.push(route.request().postData() ?? '')
      await route.fulfill({ contentType: 'text/html', body })
    })
    await page.locator('.row-menu > summary').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('button[form=request-check]:enabled').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('.hop-table').waitFor()
    expect(await page.locator('[role=alert]').innerText()).toContain('This stops labels: Local network.')
    expect(asked[0]).toMatch(/^csrf=.*&computer=\d+$/)
    await page.locator('form.row-request:not([id]) button').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => asked.length).toBe(2)
  })
})
