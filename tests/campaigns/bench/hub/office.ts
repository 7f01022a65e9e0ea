// An office: many agents and a few open panels behind one address, and the portal is restarted as for an update.
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { OpenPage } from '../../../../portal/test/open-page.ts'
import { TestBrowser } from '../../../../portal/test/test-browser.ts'
import { loopbackUrl } from '../../../../scripts/start/ports.ts'
import { backFigures, type CameBack } from './comeback.ts'
import { connectInSteps } from './crowd.ts'
import { pairedFleet, restartPortal, type HubPlatform } from './platform-crowd.ts'

export interface OfficeCounts {
  readonly agents: number
  readonly panels: number
  /** All are online for so long before. */
  readonly quietMs: number
  /** Panels look on for so long after. */
  readonly watchMs: number
  readonly random: () => number
}

export interface OfficeFigures extends CameBack {
  /** What the panels asked for, and how often they were told to ask less. */
  readonly asked: number
  readonly tooMany: number
}

const ADDRESS = '127.30.0.1'
const FIRST_STORE = 100_000
const LIVE_LIMIT_MS = 240_000

/** Its agents are gone afterwards. */
export async function officeFigures(
  platform: HubPlatform,
  { agents, panels, quietMs, watchMs, random }: OfficeCounts,
): Promise<OfficeFigures> {
  const place = { count: agents, addressOf: () => ADDRESS, random, firstStore: FIRST_STORE }
  const { fleet } = await pairedFleet(platform, place)
  const pages = await openPages(platform, panels)
  const lives = pages.map(async (page) => page.live())
  try {
    await connectInSteps(fleet, { from: 0, to: agents }, platform.say)
    await areLive(pages)
    await delay(quietMs)
    const endedAtMs = performance.now()
    await restartPortal(platform)
    const back = await backFigures(fleet, { count: agents, endedAtMs })
    await areLive(pages)
    await delay(watchMs)
    const statuses = pages.flatMap((page) => page.statuses)
    const tooMany = statuses.filter((status) => status === 429).length
    return { ...back, asked: statuses.length, tooMany }
  } finally {
    for (const page of pages) page.close()
    await Promise.all(lives)
    await fleet.stop()
  }
}

async function openPages({ ports, admin }: HubPlatform, count: number): Promise<OpenPage[]> {
  const pages: OpenPage[] = []
  for (let page = 0; page < count; page += 1) {
    const browser = new TestBrowser(loopbackUrl(ports.Portal__Port), ADDRESS)
    await browser.signIn(admin)
    pages.push(new OpenPage(browser, `P-${FIRST_STORE}`))
  }
  return pages
}

async function areLive(pages: readonly OpenPage[]): Promise<void> {
  await until('all panels are live', () => pages.every(({ isLive }) => isLive), LIVE_LIMIT_MS)
}
