// Opening hours in Chromium: their form, and the page of a pharmacy that is closed; wide and narrow, light and dark.
import type { Health } from '@pharmacy-relay/shared/labels/health.ts'
import { describe, expect, it } from 'vitest'
import { OPEN_WEEK } from '../pages/testing/fixtures.ts'
import { PAGE, startPrintingStage } from '../test/printing-stage.ts'
import { chromiumPages, expectGood, hasChromium, signInOn, speak } from './testing/chromium.ts'

const LOOKS = [
  { colorScheme: 'light', width: 1_280, language: 'en' },
  { colorScheme: 'dark', width: 390, language: 'de' },
] as const
/** Where pictures of the pages are wanted; none where it is not set. */
const folder = process.env['PharmacyPictures']
const CLOSED: Health = {
  level: 'closed',
  cause: { code: 'computer_off', params: {} },
  at: { computerId: 13, name: 'DISPENSARY' },
  since: '2026-01-01T00:00:00.000Z',
}

async function startClosedPharmacy() {
  const stage = await startPrintingStage()
  const hours = { timeZone: 'Europe/Istanbul', week: OPEN_WEEK, isOpen: false, learntAt: null }
  Object.assign(stage.customer, { health: CLOSED, openingHours: { source: 'set', ...hours } })
  for (const computer of stage.customer.computers) Object.assign(computer, { health: CLOSED })
  return stage
}

describe.skipIf(!hasChromium)('opening hours (need Chromium: `npm run tools`)', () => {
  const newPage = chromiumPages()

  it.each(LOOKS)('have nothing that axe finds wrong: $colorScheme, $width wide, $language', async (look) => {
    const { url } = await startClosedPharmacy()
    const { colorScheme, width, language } = look
    const page = await newPage({ colorScheme, viewport: { width, height: 900 } })
    await signInOn(page, url, 'Admin')
    await speak(page, url, language)
    for (const [name, path] of Object.entries({ closed: PAGE, form: `${PAGE}/hours` })) {
      await page.goto(url + path)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await expectGood(page)
      const file = `hours-${name}-${language}-${colorScheme}-${width}.png`
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${file}`, fullPage: true })
    }
    expect(await page.locator('input[type=time]').count()).toBe(28)
  })
})
