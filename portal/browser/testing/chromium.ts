// For browser tests: one Chromium for a test file, and pages in it that fail the test on any error.
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { axeViolations } from '@pharmacy-relay/shared/test/axe.ts'
import {
  CHROMIUM_OPTIONS,
  chromiumPath,
  hasChromium as isThere,
} from '@pharmacy-relay/shared/test/chromium.ts'
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { PASSWORD, emailOf } from '../../test/memory-identity.ts'

/** Ends a hang: a loaded machine takes its time, in ms. */
const LIMIT_MS = 60_000

export const hasChromium = isThere()

export type NewPage = (options?: BrowserContextOptions) => Promise<Page>

/**
 * Starts Chromium before the tests of the block it is called in, and gives the way to empty pages there. Each closes with
 * its test, and fails it on any error of the page or breach of the CSP. `args`: of its command line, beside the usual ones.
 */
export function chromiumPages(args: readonly string[] = []): NewPage {
  let browser: Browser | null = null
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: [...CHROMIUM_OPTIONS, ...args],
    })
  })
  afterAll(async () => await browser?.close())
  return async (options = {}) => {
    if (browser === null) throw new Error('Chromium is not started yet')
    const context = await browser.newContext({ locale: 'en-GB', ...options })
    context.setDefaultTimeout(LIMIT_MS)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(message.text())
    })
    onTestFinished(async () => {
      await context.close()
      expect(errors).toEqual([])
    })
    return page
  }
}

/** Through the form, as a person does; ends on the list of pharmacies. `url`: of the portal. */
export async function signInOn(page: Page, url: string, role: UserRole): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('E-mail').fill(emailOf(role))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/relay')
}

/** Nothing that axe finds wrong, and no sideways scrolling. */
export async function expectGood(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** From now on pages are in this language, as if chosen under Display. */
export async function speak(page: Page, url: string, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'prefs', value: `${language}.auto`, url }])
}

/** Opens what can be done with a computer of a pharmacy, where it is not open yet. */
export async function openMenu(page: Page, computerId: number): Promise<void> {
  const menu = page.locator(`#menu-${computerId}`)
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click()
}
