// For browser tests: pages of a stage in Chromium, live or not.
import type { Page } from '@playwright/test'
import { onTestFinished } from 'vitest'
import { chromiumPages } from './chromium.ts'
import { startStage, type Stage } from './stage.ts'

export { hasChromium } from './chromium.ts'

export type OpenPage = (path: string, options?: { readonly isLive: boolean }) => Promise<Opened>

export interface Opened {
  readonly page: Page
  readonly stage: Stage
  /** The questions of the browser, each answered with No. */
  readonly questions: string[]
}

/** For the block it is called in: a page that is live, or one whose event stream never opens. */
export function pagesInChromium(): OpenPage {
  const newPage = chromiumPages()
  return async (path, { isLive } = { isLive: true }) => {
    const stage = await startStage()
    onTestFinished(async () => await stage.stop())
    const page = await newPage()
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      // A page that is closed meanwhile asks nothing any more.
      dialog.dismiss().catch(() => undefined)
    })
    if (!isLive) await page.route('**/events?*', async (route) => await route.abort())
    await page.goto(`${stage.url}${path}`)
    if (isLive) await page.locator('#live-state[data-state="live"]').waitFor()
    return { page, stage, questions }
  }
}
