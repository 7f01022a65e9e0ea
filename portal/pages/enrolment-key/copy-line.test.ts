// The enrolment key on a phone, in Chromium: lines break where they are full, and copying gives the key as it is.
import { describe, expect, it } from 'vitest'
import { LONG_MS, hasChromium, pagesInChromium } from '../../browser/testing/opened-page.ts'
import { CENTRAL, frameOf } from '../testing/fixtures.ts'
import { enrolmentKeyPage } from './enrolment-key-page.tsx'

const KEY = `enr_${'abcdefg-'.repeat(5)}abc`

describe.skipIf(!hasChromium)('the key page at 360 px (needs Chromium: `npm run tools`)', () => {
  const open = pagesInChromium()

  async function keyPage() {
    const { page, stage } = await open('/relay', { isLive: false })
    const body = enrolmentKeyPage({
      ...{ frame: frameOf(), customer: CENTRAL, enrolmentKey: KEY, hubUrl: 'https://portal.example' },
    })
    await page.route('**/key', async (route) => await route.fulfill({ contentType: 'text/html', body }))
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${stage.url}/key`)
    return page
  }

  it('breaks the key where the line is full, not at a hyphen, and stays within the screen', async () => {
    const page = await keyPage()
    const code = page.locator('.copy-line code').first()
    const { lines, room } = await code.evaluate((element) => {
      const text = element.firstChild
      const counts = new Map<number, number>()
      let charWidth = 0
      for (let at = 0; text !== null && at < (text.textContent ?? '').length; at += 1) {
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const { top, width } = range.getBoundingClientRect()
        counts.set(top, (counts.get(top) ?? 0) + 1)
        charWidth = width
      }
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const inner = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return { lines: [...counts.values()], room: Math.floor(inner / charWidth) }
    })
    expect(lines.reduce((sum, count) => sum + count, 0)).toBe(KEY.length)
    expect(lines.slice(0, -1)).toEqual(lines.slice(0, -1).map(() => room))
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(360)
  })

  it('gives the key alone when it is selected, and each line by its button', async () => {
    const page = await keyPage()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('.copy-line code').first().click()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(KEY)
    const clipboard = async (): Promise<string> =>
      await page.evaluate(async () => await navigator.clipboard.readText())
    for (const [at, text] of [KEY, 'agent settings set HubUrl https://portal.example'].entries()) {
      await page.locator('.copy-line button').nth(at).click()
      await expect.poll(clipboard, { timeout: LONG_MS }).toBe(text)
    }
  })
})
