// A slow phone as Chromium plays it: a quarter of the processor, 1.6 Mbit/s, 150 ms, nothing kept from before. What web vitals say there.
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_OPTIONS, chromiumPath } from '@pharmacy-relay/shared/test/chromium.ts'

export interface Vitals {
  /** Largest contentful paint, in ms from the beginning of the navigation. */
  readonly lcpMs: number
  /** Cumulative layout shift. */
  readonly cls: number
  /** The slowest answer to a press or a key, in ms, as browsers round it (to 8 ms); 16 where all were faster. */
  readonly inpMs: number
}

const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const CPU_SLOWDOWN = 4
const LIMIT_MS = 120_000

export async function openPhone(): Promise<Browser> {
  return await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_OPTIONS] })
}

/** One visit by a phone that was never here. */
export async function visit(browser: Browser, address: string): Promise<Vitals> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  })
  context.setDefaultTimeout(LIMIT_MS)
  try {
    const page = await context.newPage()
    await page.addInitScript(watchVitals)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(address, { waitUntil: 'networkidle' })
    const { lcpMs } = await told(page)
    await use(page)
    return { ...(await told(page)), lcpMs }
  } finally {
    await context.close()
  }
}

/** A person puts something into the basket, and types into the search. */
async function use(page: Page): Promise<void> {
  await page.locator('form.add button').first().click()
  await page.locator('output.told:not(:empty)').waitFor()
  await page.locator('#q').pressSequentially('label', { delay: 80 })
  await page.locator('[role=option]').first().waitFor()
}

async function told(page: Page): Promise<Vitals> {
  return await page.evaluate(() => {
    // The entries of the last frame are told after it.
    return new Promise<Vitals>((resolve) =>
      requestAnimationFrame(() =>
        setTimeout(() => resolve((globalThis as unknown as { vitals: Vitals }).vitals), 100),
      ),
    )
  })
}

/** In the page, before its own script. */
function watchVitals(): void {
  const vitals = { lcpMs: 0, cls: 0, inpMs: 16 }
  Object.assign(globalThis, { vitals })
  const watch = (type: string, see: (entry: PerformanceEntry) => void, more = {}): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      ...more,
    })
  }
  watch('largest-contentful-paint', ({ startTime }) => (vitals.lcpMs = startTime))
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) vitals.cls += value
  })
  const see = (entry: PerformanceEntry): void => {
    const { interactionId } = entry as PerformanceEntry & { interactionId?: number }
    if (interactionId !== undefined && interactionId > 0)
      vitals.inpMs = Math.max(vitals.inpMs, entry.duration)
  }
  watch('event', see, { durationThreshold: 16 })
}
