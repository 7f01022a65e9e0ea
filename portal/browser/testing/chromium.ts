// For browser tests: one Chromium for a test file, and pages in it that fail the test on any error.
import { existsSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { PASSWORD, emailOf } from '../../test/memory-identity.ts'

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
/** Of a whole test, and of the start of Chromium, in ms: a loaded machine takes its time. */
export const TEST_MS = 90_000

export const hasChromium = existsSync(chromiumPath)

export type NewPage = (options?: BrowserContextOptions) => Promise<Page>

/**
 * Starts Chromium before the tests of the block it is called in, and gives the way to empty pages there. Each closes with
 * its test, and fails it on any error of the page or breach of the CSP.
 */
export function chromiumPages(): NewPage {
  let browser: Browser | null = null
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
  }, TEST_MS)
  afterAll(async () => await browser?.close())
  return async (options = {}) => {
    if (browser === null) throw new Error('Chromium is not started yet')
    const context = await browser.newContext({ locale: 'en-GB', ...options })
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
  // Without frames the legacy mode finds the same, and spares a page of its own for each look.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
