// What an admin saves for one computer, in the panel or straight at the gateway, until that computer has applied it and people see it.
import { setTimeout as delay } from 'node:timers/promises'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { isKnownApplied } from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { TestBrowser } from '../../../../portal/test/test-browser.ts'
import { signInAs } from '../../../../scripts/start/demo-admin.ts'
import { loopbackUrl } from '../../../../scripts/start/ports.ts'
import { figuresOf, type Figures } from '../measure.ts'
import type { HubPlatform, Member, PairedFleet } from './platform-crowd.ts'

export interface ClickCounts {
  /** Of each way; they do not count. */
  readonly warmUp: number
  /** Of each way. */
  readonly runs: number
  /** Among these, which are online. */
  readonly devices: number
}

export interface ClickFigures {
  readonly name: string
  /** Until the device has applied it. */
  readonly applied: Figures
  /** Until the store has it as applied: what a page shows. */
  readonly shown: Figures
  /** Clicks that were refused or did not arrive within 10 s; they are in no other figure. */
  readonly failed: number
}

/** Makes this computer a Client. `version`: of its pharmacy's roles, as the admin saw it. Throws when it is refused. */
type Click = (member: Member, version: number) => Promise<void>

/** The gateway takes 100 requests in 10 s of one address and class; every other click is two of the panel's. */
const EACH_MS = 115
const LIMIT_MS = 60_000
const CLIENT = 2

/** In turn, each on a device that was not clicked before. */
export async function clickFigures(
  platform: HubPlatform,
  crowd: PairedFleet,
  { warmUp, runs, devices }: ClickCounts,
): Promise<ClickFigures[]> {
  const ways = [
    { name: 'click in the panel', click: await panelClick(platform), times: [] as ClickTimes[] },
    { name: 'request at the gateway', click: await gatewayClick(platform), times: [] as ClickTimes[] },
  ]
  const versions = new Map<number, number>()
  const step = Math.max(1, Math.floor(devices / (ways.length * (warmUp + runs))))
  let device = 0
  for (let run = 0; run < warmUp + runs; run += 1)
    for (const { click, times } of ways) {
      const time = await clicked(platform, crowd, { device, click, versions }).catch(() => null)
      if (run >= warmUp && time !== null) times.push(time)
      device += step
    }
  const nothing = ways.find(({ times }) => times.length === 0)
  if (nothing !== undefined) throw new Error(`no ${nothing.name} arrived`)
  return ways.map(({ name, times }) => ({
    name,
    applied: figuresOf(times.map(({ appliedMs }) => appliedMs)),
    shown: figuresOf(times.map(({ shownMs }) => shownMs)),
    failed: runs - times.length,
  }))
}

interface ClickTimes {
  readonly appliedMs: number
  readonly shownMs: number
}

async function clicked(
  { db }: HubPlatform,
  { fleet, members }: PairedFleet,
  { device, click, versions }: { device: number; click: Click; versions: Map<number, number> },
): Promise<ClickTimes> {
  const member = members[device]
  if (member === undefined) throw new Error('there are too few devices for so many clicks')
  const version = versions.get(member.customerId) ?? 1
  versions.set(member.customerId, version + 1)
  const startedAt = performance.now()
  const applied = inTime(fleet.applied(device)).then(() => performance.now() - startedAt)
  const saved = click(member, version)
  const [appliedMs] = await Promise.all([applied, saved.then(() => null)])
  while (!(await isKnownApplied(db, member.computerId))) {
    if (performance.now() - startedAt > LIMIT_MS) throw new Error('it is never shown as applied')
    await delay(1)
  }
  const shownMs = performance.now() - startedAt
  await delay(Math.max(0, EACH_MS - shownMs))
  return { appliedMs, shownMs }
}

async function inTime(applied: Promise<void>): Promise<void> {
  const ending = new AbortController()
  const late = delay(LIMIT_MS, null, { signal: ending.signal }).then(() => {
    throw new Error('what was saved does not arrive')
  })
  await Promise.race([applied, late]).finally(() => ending.abort())
}

/** The form of the editor, as a browser sends it. */
async function panelClick({ ports, admin }: HubPlatform): Promise<Click> {
  const browser = new TestBrowser(loopbackUrl(ports.Portal__Port))
  await browser.signIn(admin)
  const csrf = await browser.csrfOf('/relay')
  return async ({ storeId, computerId }, version) => {
    const fields = { csrf, version: String(version), role: String(CLIENT) }
    const rest = { printerName: '', tcpPort: '', confirm: '' }
    const { status } = await browser.post(`/relay/${storeId}/computers/${computerId}/role`, {
      ...fields,
      ...rest,
    })
    if (status !== 303) throw new Error(`the panel answered ${status}`)
  }
}

async function gatewayClick({ ports, admin }: HubPlatform): Promise<Click> {
  const { store } = await signInAs(loopbackUrl(ports.Gateway__Port), admin)
  return async ({ customerId, computerId }, version) => {
    const params = { customerId: String(customerId), computerId: String(computerId) }
    await store.call(storeApi.setRole, { params, query: null, body: { role: CLIENT } }, version)
  }
}
