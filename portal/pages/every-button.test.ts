// Every page and each of its links and buttons, for every role: shown exactly if the endpoint behind it may be called.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { STAFF_ROLES, type UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { PAGE, startPrintingStage, writes, type PrintingStage } from '../test/printing-stage.ts'
import {
  ENDPOINTS_BEHIND_BUTTONS,
  endpointsBehind,
  shownAddresses,
  panelApi,
  type PanelEndpoint,
} from '../test/shown-addresses.ts'
import { SHOP_PAGES_WALKED } from '../test/shop/shop-addresses.ts'
import { SHOWN_USER } from '../test/memory-users.ts'
import type { TestBrowser } from '../test/test-browser.ts'
import { load } from '../test/page-text.ts'
import { withFile } from '@pharmacy-relay/shared/test/lasting.ts'
import { conflictOf } from './testing/computer-pages.ts'
import { importOf } from './testing/drug-import-pages.ts'
import { computerOf } from './testing/fixtures.ts'
import { resetOf, userOf } from './testing/staff-pages.ts'
import { jobInState } from './testing/job-pages.ts'

/** Somebody whose second factor another Admin asked to reset. */
const RESET_USER = userOf().guid
const PAGES = [
  '/',
  '/support/times',
  '/support/settings',
  '/relay',
  '/relay/new',
  PAGE,
  `${PAGE}?edit=11`,
  `${PAGE}/edit`,
  `${PAGE}/pairing`,
  `${PAGE}/pairing/1`,
  `${PAGE}/computers/11`,
  `${PAGE}/computers/14`,
  `${PAGE}/computers/11?q=river`,
  `${PAGE}/computers/11/move?to=P-1002`,
  `${PAGE}/computers/11/history`,
  `${PAGE}/computers/11/jobs?list=1`,
  '/support',
  '/support/computers?q=counter',
  '/support/bulk?action=update&q=counter',
  '/search?q=counter',
  '/support/tasks',
  '/support/tasks/1',
  '/support/tasks/2',
  '/support/tasks/3',
  '/support/tasks/4',
  '/staff-history',
  '/scheduler',
  '/scheduler/tasks/retention',
  '/scheduler/days',
  '/staff',
  '/staff/invite',
  `/staff/${SHOWN_USER}`,
  `/staff/${RESET_USER}`,
  '/sms-log',
  '/sms-log/pharmacy',
  '/medicines',
  '/medicines/imports/7',
  '/medicines/imports/8',
  '/medicines/suggestions',
  '/medicines/suggestions/new',
  '/medicines/suggestions/14',
  ...SHOP_PAGES_WALKED,
]
const STAFF: readonly UserRole[] = STAFF_ROLES

/** A pharmacy with something behind every button. */
async function startStage(): Promise<PrintingStage> {
  const stage = await startPrintingStage({ lasts })
  Object.assign(stage.dispensary, { conflict: conflictOf() })
  stage.customer.computers.push(
    computerOf({ id: 14, pcName: 'NEW', access: 'waiting', role: 0 }),
    computerOf({ id: 15, pcName: 'OLD', access: 'revoked', isOnline: false }),
  )
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  stage.customer.pairingCodes.push({ id: 1, expiresAt, needsApproval: true })
  stage.upstream.store.jobs.jobs = [jobInState(12, 'held')]
  stage.upstream.identity.administration.users.push(userOf())
  stage.upstream.identity.resets.open.set(RESET_USER, resetOf())
  stage.upstream.pharmacy.imports.push(importOf({ id: 8, state: 'open', counts: null }))
  return stage
}

function mayReach(role: UserRole, address: string): boolean {
  const viewer = { role, clientId: null }
  const needed = endpointsBehind(address) ?? []
  return needed.every((names) => names.some((name) => may(viewer, panelApi[name])))
}

/** The link to a page. An editor is a part of the page of its pharmacy, and so is a search of its own. */
function wayTo(path: string): string {
  return `GET ${path.replace(/\?(edit|q=river).*$/, '')}`
}

/** What a page shows that an endpoint stands behind, without itself; what is for everybody comes and goes with a part. */
function ruledIn(path: string, html: string): string[] {
  const addresses = [...shownAddresses(html)].filter((address) => address !== wayTo(path))
  return addresses.filter((address) => endpointsBehind(address) !== null).toSorted()
}

/** What came of a page. */
interface Seen {
  readonly status: number
  readonly shown: readonly string[]
}

async function see(browser: TestBrowser, path: string): Promise<Seen> {
  const { status, text } = await browser.get(path)
  return { status, shown: ruledIn(path, text) }
}

/** What each page shows to Admin, who may call everything that the panel calls. */
async function shownToAdmin(admin: TestBrowser): Promise<Map<string, readonly string[]>> {
  const shown = new Map<string, readonly string[]>()
  for (const path of PAGES) shown.set(path, (await see(admin, path)).shown)
  return shown
}

/** Compares every page of a role with Admin's: refused whole, or without what the role may not call. */
async function expectExactly(role: UserRole, seeOne: (path: string) => Promise<Seen>) {
  for (const [path, addresses] of all) {
    const { status, shown } = await seeOne(path)
    expect([path, status]).toEqual([path, mayReach(role, wayTo(path)) ? 200 : 403])
    if (status !== 200) continue
    const expected = addresses.filter((address) => mayReach(role, address))
    expect([path, ...shown]).toEqual([path, ...expected])
  }
}

// Shared: nothing here changes it.
const { lasts, end } = withFile()
let stage: PrintingStage
let all: Map<string, readonly string[]>
beforeAll(async () => {
  stage = await startStage()
  all = await shownToAdmin(stage.admin)
})
afterAll(end)

test('the pages that are walked have a link or a button for every endpoint that the panel leads to', () => {
  const addresses = [...all.values()].flat()
  const names = new Set(addresses.flatMap((address) => endpointsBehind(address) ?? []).flat())
  expect([...names].toSorted()).toEqual([...ENDPOINTS_BEHIND_BUTTONS].toSorted())
})

describe.each(STAFF)('%s', (role) => {
  test('is shown exactly what the table allows', async () => {
    const browser = await stage.signedIn(role)
    await expectExactly(role, (path) => see(browser, path))
  })

  test('is refused every form that is not shown, and nothing reaches the store', async () => {
    const browser = await stage.signedIn(role)
    const csrf = load((await browser.get('/relay')).text).csrf
    const forms = new Set([...all.values()].flat())
    stage.upstream.seen.length = 0
    for (const address of forms) {
      if (!address.startsWith('POST ') || mayReach(role, address)) continue
      expect([address, (await browser.post(address.slice(5), { csrf })).status]).toEqual([address, 403])
    }
    expect(writes(stage)).toEqual([])
  })
})

/** The table as it would be with another rule; the real one is back after the test. */
function give(name: PanelEndpoint, access: readonly UserRole[]): void {
  const entry = panelApi[name]
  const before = entry.access
  onTestFinished(() => void Object.assign(entry, { access: before }))
  Object.assign(entry, { access })
}

/** Endpoints of whose rule somebody asked since it was last emptied: pages, requests and the APIs behind them. */
const asked = new Set<PanelEndpoint>()

/** Returns what ends it: other test files have the same table. */
function noteWhoAsks(): () => void {
  const undo = ENDPOINTS_BEHIND_BUTTONS.map((name) => {
    const entry = panelApi[name]
    let { access } = entry
    const get = (): typeof access => {
      asked.add(name)
      return access
    }
    const set = (other: typeof access): void => void (access = other)
    Object.defineProperty(entry, 'access', { get, set, enumerable: true, configurable: true })
    return () => Object.defineProperty(entry, 'access', { value: access, writable: true })
  })
  return () => undo.forEach((one) => one())
}

describe('another rule', () => {
  let browser: TestBrowser
  /** By the real table, and whose rules were asked of for it. */
  const kept = new Map<string, { readonly seen: Seen; readonly asked: ReadonlySet<PanelEndpoint> }>()
  let walks = 0
  // A session may read 600 pages in 10 s, which these tests together exceed.
  beforeEach(async () => {
    if ((walks += 1) % 8 === 0) browser = await stage.signedIn('Support')
  })
  beforeAll(async () => {
    const end = noteWhoAsks()
    browser = await stage.signedIn('Support')
    for (const path of PAGES) {
      asked.clear()
      const seen = await see(browser, path)
      kept.set(path, { seen, asked: new Set(asked) })
    }
    return end
  })

  test.each(ENDPOINTS_BEHIND_BUTTONS)('for %s changes its pages and buttons alone', async (name) => {
    const had = may({ role: 'Support', clientId: null }, panelApi[name])
    give(name, had ? ['Admin'] : ['Admin', 'Support'])
    // A page for which nobody asked of the rule is the same under another one.
    await expectExactly('Support', async (path) => {
      const page = kept.get(path)
      return page === undefined || page.asked.has(name) ? await see(browser, path) : page.seen
    })
  })
})
