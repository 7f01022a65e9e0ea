// Every page and each of its links and buttons, for every role: shown exactly if the endpoint behind it may be called.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
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
import { conflictOf } from './testing/computer-pages.ts'
import { importOf } from './testing/drug-import-pages.ts'
import { computerOf } from './testing/fixtures.ts'
import { resetOf, userOf } from './testing/staff-pages.ts'
import { jobInState } from './testing/job-pages.ts'

/** Somebody whose second factor another Admin asked to reset. */
const RESET_USER = userOf().guid
const PAGES = [
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
  const stage = await startPrintingStage()
  Object.assign(stage.dispensary, { conflict: conflictOf() })
  stage.customer.computers.push(
    computerOf({ id: 14, pcName: 'NEW', access: 'waiting', role: 0 }),
    computerOf({ id: 15, pcName: 'OLD', access: 'revoked', isOnline: false }),
  )
  const expiresAt = new Date(Date.now() + 600_000).toISOString()
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

/** What each page shows to Admin, who may call everything that the panel calls. */
async function shownToAdmin(admin: TestBrowser): Promise<Map<string, string[]>> {
  const shown = new Map<string, string[]>()
  for (const path of PAGES) shown.set(path, ruledIn(path, (await admin.get(path)).text))
  return shown
}

/** Compares every page of a role with Admin's: refused whole, or without what the role may not call. */
async function expectExactly(browser: TestBrowser, role: UserRole, all: Map<string, string[]>) {
  for (const [path, addresses] of all) {
    const reply = await browser.get(path)
    expect([path, reply.status]).toEqual([path, mayReach(role, wayTo(path)) ? 200 : 403])
    if (reply.status !== 200) continue
    const expected = addresses.filter((address) => mayReach(role, address))
    expect([path, ...ruledIn(path, reply.text)]).toEqual([path, ...expected])
  }
}

let stage: PrintingStage
let all: Map<string, string[]>
/** Each stage has the same people and pharmacies: what Admin is shown of the first holds for all. */
let ofFirstStage: Promise<Map<string, string[]>> | null = null
beforeEach(async () => {
  stage = await startStage()
  ofFirstStage ??= shownToAdmin(stage.admin)
  all = await ofFirstStage
})

test('the pages that are walked have a link or a button for every endpoint that the panel leads to', () => {
  const addresses = [...all.values()].flat()
  const names = new Set(addresses.flatMap((address) => endpointsBehind(address) ?? []).flat())
  expect([...names].toSorted()).toEqual([...ENDPOINTS_BEHIND_BUTTONS].toSorted())
})

describe.each(STAFF)('%s', (role) => {
  test('is shown exactly what the table allows', async () => {
    await expectExactly(await stage.signedIn(role), role, all)
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

test.each(ENDPOINTS_BEHIND_BUTTONS)(
  'another rule for %s changes its pages and buttons alone',
  async (name) => {
    const browser = await stage.signedIn('Support')
    const had = may({ role: 'Support', clientId: null }, panelApi[name])
    give(name, had ? ['Admin'] : ['Admin', 'Support'])
    await expectExactly(browser, 'Support', all)
  },
)
