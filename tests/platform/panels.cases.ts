// Five panels of one Admin behind one address, each looking again as often as a page ever does: none meets a limit, also not
// while the hub restarts and all computers come back. (t4_nat: behind one address 429 met agents and panels alike.) That there
// are limits is held where they are: gateway/admission, http/admission.
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { OpenPage } from '../../portal/test/open-page.ts'
import type { TestBrowser } from '../../portal/test/test-browser.ts'
import type { RunningDemo } from '../running-demo.ts'
import { browserOf, openPanel, secondsUntil } from './panel.ts'
import { sharedDemo } from './shared-demo.ts'

const PANELS = 5
/** Longer than the gateway's window. */
const WATCH_MS = 12_000
const STORE_ID = 'P-1001'
const EVERYONE = ['P-1001 3 of 3', 'P-1002 2 of 2']

describe('five panels behind one address', () => {
  let running: RunningDemo
  beforeAll(async () => {
    running = await sharedDemo({ platformOnly: false })
  })

  it('are never answered 429 while they poll, listen and come back with all computers after a restart', async () => {
    const staff = await openPanel(running.demo, 'Admin')
    const everyone = async () => JSON.stringify(await staff.listed()) === JSON.stringify(EVERYONE)
    await secondsUntil('all are online', everyone)
    const browsers: TestBrowser[] = []
    for (let n = 0; n < PANELS; n += 1) browsers.push(await browserOf(running.demo, 'Admin'))
    const pages = browsers.map((browser) => new OpenPage(browser, STORE_ID))
    const lives = pages.map(async (page) => page.live())
    const seen = (): Set<number> => new Set(pages.flatMap(({ statuses }) => statuses))

    await delay(WATCH_MS)
    expect(seen()).toEqual(new Set([200]))
    await running.command('stop', 'portal')
    await running.command('start', 'portal')
    const areLive = async () => pages.every(({ isLive }) => isLive)
    const seconds = await secondsUntil('all panels are live', areLive)
    process.stdout.write(
      `  ${PANELS} panels live again after a restart of the portal: ${seconds.toFixed(1)} s\n`,
    )
    await secondsUntil('all are online again', everyone)
    await delay(WATCH_MS)
    expect(seen()).not.toContain(429)
    expect(await areLive()).toBe(true)

    for (const page of pages) page.close()
    await Promise.all(lives)
  })
})
