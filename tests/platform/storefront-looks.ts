// Test support: every page of the storefront in Chromium: nothing that axe finds, no sideways scrolling, no breach of the content policy.
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from 'vitest'
import { axeViolations } from '../../shared/test/axe.ts'

export interface Look {
  readonly language: 'en' | 'de' | 'tr'
  readonly width: 390 | 1280
  readonly theme: 'light' | 'dark'
}

/** Six of them: each page of a walk gets the next one, so that all are seen without showing each page six times. */
export const LOOKS: readonly Look[] = [
  { language: 'en', width: 390, theme: 'light' },
  { language: 'de', width: 1280, theme: 'dark' },
  { language: 'tr', width: 390, theme: 'dark' },
  { language: 'en', width: 1280, theme: 'dark' },
  { language: 'de', width: 390, theme: 'light' },
  { language: 'tr', width: 1280, theme: 'light' },
]

export interface Walk {
  /** The storefront's. */
  readonly url: string
  /** One alone: each page has the next one of LOOKS. More: each page is seen in all of them. */
  readonly looks: readonly Look[]
}

/** A picture of each page is in test-results/pictures. */
export async function walk(page: Page, { url, looks }: Walk, paths: readonly string[]): Promise<void> {
  for (const [at, path] of paths.entries())
    for (const look of looks.length === 1 ? [LOOKS[at % LOOKS.length] ?? looks[0]] : looks)
      if (look !== undefined) await lookAt(page, url + path, look)
}

async function lookAt(page: Page, address: string, { language, width, theme }: Look): Promise<void> {
  await choose(page.context(), address, `${language}.${theme}`)
  await page.setViewportSize({ width, height: 844 })
  await page.goto(address)
  const name = `shop${new URL(address).pathname.replaceAll(/[^a-z]+/gi, '-')}-${language}-${width}-${theme}`
  const violations = await axeViolations(page)
  expect(violations.map(({ id, places }) => `${name}: ${id} ${places[0] ?? ''}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  expect(await shiftOf(page), `${name} moves while it loads`).toBeLessThanOrEqual(0.02)
  await page.screenshot({ path: `test-results/pictures/${name}.png`, fullPage: true })
}

/** Cumulative layout shift until now, as browsers count it. */
async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate(
    async () =>
      await new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const shifts = list.getEntries() as unknown as readonly { value: number; hadRecentInput: boolean }[]
          observer.disconnect()
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // Without any shift nothing is ever told.
        setTimeout(() => resolve(0), 100)
      }),
  )
}

/** What the buttons at the end of a page choose: `en.light`. */
export async function choose(context: BrowserContext, address: string, prefs: string): Promise<void> {
  await context.addCookies([{ name: 'prefs', value: prefs, url: new URL(address).origin }])
}
