// Five panels of one Admin behind one address, each looking again as often as a page ever does: none meets a limit, also not
// while the hub restarts and all computers come back. (t4_nat: behind one address 429 met agents and panels alike.)
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { LIVE, livePartOf, OpenPage } from '../../portal/test/open-page.ts'
import type { TestBrowser } from '../../portal/test/test-browser.ts'
import type { RunningDemo } from '../running-demo.ts'
import { browserOf, openPanel, secondsUntil } from './panel.ts'
import { sharedDemo } from './shared-demo.ts'

const PANELS = 5
/** Longer than the gateway's window. */
const WATCH_MS = 12_000
/** More than an address and a session may ask in 10 s, and what a browser asks beside each other. */
const FLOOD = 240
const AT_ONCE = 20
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

    // The limit is there: it is theirs alone that they keep below. A few at a time, as a browser asks: more connections at
    // once than strangers may have would be cut before they say whose they are.
    const flood: (number | undefined)[] = []
    const [flooding] = browsers
    const ask = async () => (await flooding?.get(livePartOf(STORE_ID), LIVE))?.status
    while (flood.length < FLOOD && !flood.includes(429))
      flood.push(...(await Promise.all(Array.from({ length: AT_ONCE }, ask))))
    expect(flood).toContain(429)
    for (const page of pages) page.close()
    await Promise.all(lives)
  })
})
