// A pharmacy's page in Chromium: the picture of its way and the rows, wide and narrow, light and dark, in each language.
import type { Health } from '@pharmacy-relay/shared/labels/health.ts'
import { describe, expect, it } from 'vitest'
import { startPrintingStage, PAGE } from '../test/printing-stage.ts'
import { chromiumPages, expectGood, hasChromium, signInOn, speak } from './testing/chromium.ts'

const LOOKS = [
  { colorScheme: 'light', width: 1_920, language: 'en' },
  { colorScheme: 'light', width: 1_280, language: 'en' },
  { colorScheme: 'dark', width: 1_280, language: 'tr' },
  { colorScheme: 'dark', width: 768, language: 'de' },
  { colorScheme: 'light', width: 390, language: 'de' },
] as const
/** Where pictures of the pages are wanted; none where it is not set. */
const folder = process.env['PharmacyPictures']
const PAPER_OUT: Health = {
  level: 'stopped',
  cause: { code: 'printer_stopped', params: { condition: 'paper_out', printer: 'cups:ZD421' } },
  at: { computerId: 13, name: 'DISPENSARY' },
  since: '2026-01-01T00:00:00.000Z',
}
const OFF: Health = {
  ...PAPER_OUT,
  cause: { code: 'computer_off', params: {} },
  at: { computerId: 12, name: 'COUNTER-2' },
}

/** Its printer has no labels left, and one of its Clients is off. */
async function startTroubledPharmacy() {
  const stage = await startPrintingStage()
  const healthById = new Map([[12, OFF]])
  for (const computer of stage.customer.computers)
    Object.assign(computer, { health: healthById.get(computer.id) ?? PAPER_OUT })
  Object.assign(stage.customer, { health: PAPER_OUT })
  Object.assign(stage.customer.printerConfig ?? {}, {
    printer: { name: 'ZD421', detail: 'Zebra ZD421-203dpi ZPL' },
  })
  return stage
}

describe.skipIf(!hasChromium)('the page of a pharmacy (needs Chromium: `npm run tools`)', () => {
  const newPage = chromiumPages()

  it.each(LOOKS)('has nothing that axe finds wrong: $colorScheme, $width wide, $language', async (look) => {
    const { url } = await startTroubledPharmacy()
    const { colorScheme, width, language } = look
    const page = await newPage({ colorScheme, viewport: { width, height: 900 } })
    await signInOn(page, url, 'Admin')
    await speak(page, url, language)
    await page.goto(url + PAGE)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await expectGood(page)
    const name = `${language}-${colorScheme}-${width}.png`
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}`, fullPage: true })
    expect(await page.locator('.way-line.way-stopped').count()).toBe(2)
  })
})
