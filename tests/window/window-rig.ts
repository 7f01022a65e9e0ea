// The built pages in Chromium, at the listener of a real agent: opened as a person does, looked at in every language and theme.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { buildWindow } from '../../scripts/build/build-window.ts'
import { axeViolations } from '../../shared/test/axe.ts'
import { CHROMIUM_OPTIONS, chromiumPath, hasChromium } from '../../shared/test/chromium.ts'

export { hasChromium }

const THEMES = ['light', 'dark'] as const
const WINDOW = { width: 1_000, height: 720 }
/** As wide as the window is at 125, 150 and 200 %. */
const SCALED = [800, 667, 500]
/** The narrowest that is promised. */
const NARROW = { width: 400, height: 720 }
/** Ends a hang and measures nothing; Playwright's own 30 s were not enough for a page on a busy machine. */
const PAGE_MS = 240_000
/** A folder, absolute: with it every page is painted in three languages and both themes. */
export const PICTURES = process.env['Pictures']

/** Opens the pages of an agent; a page fails its test on any error and on any breach of the CSP. */
export type OpenWindow = (agent: InProcessAgent, options?: BrowserContextOptions) => Promise<Page>

/** Builds the pages and starts Chromium before the tests of the file. */
export function windowsInChromium(): OpenWindow {
  let browser: Browser | null = null
  beforeAll(async () => {
    await buildWindow()
    browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: CHROMIUM_OPTIONS,
    })
  })
  afterAll(async () => browser?.close())
  return async (agent, options = {}) => {
    if (browser === null) throw new Error('Chromium is not started yet')
    const context = await browser.newContext({ locale: 'en-GB', viewport: WINDOW, ...options })
    context.setDefaultTimeout(PAGE_MS)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) errors.push(message.text())
    })
    onTestFinished(async () => {
      await context.close()
      expect(errors).toEqual([])
    })
    const { url } = await agent.ask('openWindow', null)
    await page.goto(url)
    await page.locator('h1').waitFor()
    return page
  }
}

/** The page behind that hash, once it has what it shows. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), `#/${place}`)
  await settled(page)
}

/** Nothing is being asked for any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main:not(:has([data-loading]))').waitFor()
}

/**
 * Axe finds nothing in both themes, and nothing scrolls sideways when it is scaled, at 400 px, or with larger letters.
 * `name` is the picture's. The page is painted in the languages that the agent is told; null: it cannot be told any more.
 */
export async function expectClear(page: Page, agent: InProcessAgent | null, name: string): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  // Nothing but colours is another in the dark.
  expect(await axeViolations(page, { rules: ['color-contrast'] })).toEqual([])
  for (const width of [...SCALED, NARROW.width]) await expectFit(page, name, width)
  if (PICTURES !== undefined) await page.screenshot({ path: pictureOf(name, 'narrow'), fullPage: true })
  await page.setViewportSize(WINDOW)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expectFit(page, `${name} with letters twice as large`, WINDOW.width)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.emulateMedia({ colorScheme: 'light' })
  if (PICTURES !== undefined) await (agent === null ? paintThemes(page, name) : paint(page, agent, name))
}

async function paint(page: Page, agent: InProcessAgent, name: string): Promise<void> {
  for (const language of Language.options) {
    await agent.ask('setSetting', { name: 'Language', value: language })
    await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
    await paintThemes(page, `${name}-${language}`)
  }
  await agent.ask('setSetting', { name: 'Language', value: null })
  await page.locator('html[lang=en]').waitFor({ state: 'attached' })
}

async function expectFit(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: WINDOW.height })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0)
}

async function paintThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: pictureOf(name, colorScheme), fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

function pictureOf(name: string, kind: string): string {
  const folder = path.resolve(PICTURES ?? '.')
  mkdirSync(folder, { recursive: true })
  return path.join(folder, `${name}-${kind}.png`)
}
