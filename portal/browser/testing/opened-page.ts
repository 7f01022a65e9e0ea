// For browser tests: one Chromium for a test file, and pages of a stage in it that fail the test on any error.
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { startStage, type Stage } from './stage.ts'

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

export const hasChromium = existsSync(chromiumPath)

/** How long a test waits for what it expects of a page, in ms. */
export const LONG_MS = 15_000

export type OpenPage = (path: string, options?: { readonly isLive: boolean }) => Promise<Opened>

/** Starts Chromium before the tests of the block it is called in, and gives the way to open pages there. */
export function pagesInChromium(): OpenPage {
  let browser: Browser | null = null
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
  })
  afterAll(async () => await browser?.close())
  return async (path, options = { isLive: true }) => {
    if (browser === null) throw new Error('Chromium is not started yet')
    return await open(browser, path, options)
  }
}

export interface Opened {
  readonly page: Page
  readonly stage: Stage
  /** The questions of the browser, each answered with No. */
  readonly questions: string[]
}

/**
 * A page that is live, or one whose event stream never opens; closes itself, and fails the test on any error of the
 * page or breach of the CSP.
 */
async function open(
  browser: Browser,
  path: string,
  { isLive }: { readonly isLive: boolean },
): Promise<Opened> {
  const stage = await startStage()
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const errors: string[] = []
  const questions: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  onTestFinished(async () => {
    await context.close()
    await stage.stop()
    expect(errors).toEqual([])
  })
  if (!isLive) await page.route('**/events?*', async (route) => await route.abort())
  await page.goto(`${stage.url}${path}`)
  if (isLive) await page.locator('#live-state[data-state="live"]').waitFor({ timeout: LONG_MS })
  return { page, stage, questions }
}
