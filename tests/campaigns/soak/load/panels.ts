// Staff at open panels: each page asks again and listens, and its person looks at another page now and then.
import { setTimeout as delay } from 'node:timers/promises'
import { OpenPage } from '../../../../portal/test/open-page.ts'
import { TestBrowser } from '../../../../portal/test/test-browser.ts'
import { PAGE_MS, PANELS } from './pace.ts'
import { FIRST_STORE, type SoakPlace } from './place.ts'

export interface Panels {
  /** Of everything that they asked for, 0 where nobody answered. */
  statuses(): number[]
  /** Once the signal has ended them. */
  readonly ended: Promise<unknown>
}

/** Throws when a sign-in is refused. */
export async function openPanels({ portalUrl, staff }: SoakPlace, signal: AbortSignal): Promise<Panels> {
  const pages: OpenPage[] = []
  const walked: number[] = []
  const running: Promise<void>[] = []
  for (const [n, one] of staff.slice(0, PANELS).entries()) {
    const browser = new TestBrowser(portalUrl, `127.30.0.${n + 1}`)
    const { status } = await browser.signIn(one)
    if (status !== 303) throw new Error(`a panel's sign-in answered ${status}`)
    const page = new OpenPage(browser, `P-${FIRST_STORE + n}`)
    pages.push(page)
    running.push(page.live(), walk(browser, { walked, signal }))
  }
  signal.addEventListener('abort', () => pages.forEach((page) => page.close()))
  return {
    statuses: () => [...pages.flatMap((page) => page.statuses), ...walked],
    ended: Promise.all(running),
  }
}

const WAYS = ['/relay', '/support', `/relay/P-${FIRST_STORE}`, '/relay?page=3'] as const

async function walk(
  browser: TestBrowser,
  { walked, signal }: { readonly walked: number[]; readonly signal: AbortSignal },
): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const reply = await browser.get(WAYS[n % WAYS.length] ?? '/relay').catch(() => null)
    walked.push(reply?.status ?? 0)
    await delay(PAGE_MS, null, { signal }).catch(() => undefined)
  }
}
