// Runs in the network of the machine: devices that are connected to its hub, agents between which labels flow, and who looks on.
//
// Arguments: how many devices, the file with the connection string of the store's database. Orders and answers: orders.ts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openStore } from '../../../../scripts/seed/seed-store.ts'
import {
  awayTimesMs,
  shownSince,
  storeNow,
} from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { TestBrowser } from '../../../../portal/test/test-browser.ts'
import { Supervisor } from '../../../../scripts/start/supervisor.ts'
import { ownAgent } from '../../../kit/own-agent.ts'
import { findingsOf } from '../../../kit/report.ts'
import { openPanel } from '../../../platform/panel.ts'
import { backFigures } from '../../bench/hub/comeback.ts'
import { connectInSteps } from '../../bench/hub/crowd.ts'
import { ownAddress } from '../../bench/hub/fleet.ts'
import { pairedFleet } from '../../bench/hub/platform-crowd.ts'
import { closableHere } from '../../canary/own-network.ts'
import { ADMIN, PLACES } from '../places.ts'
import { openPair, type AgentPair } from './agent-pair.ts'
import { Order, type Account, type News, type Told } from './orders.ts'
import { Watch } from './watch.ts'

const FIRST_STORE = 300_000
const PAIRS = 2
const count = Number(process.argv[2])
const secretFile = process.argv[3] ?? ''
const say = (text: string): void => void process.stderr.write(`${text}\n`)
const tell = (news: News): void => void process.send?.(news)

const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-upgrade-'))
const supervisor = new Supervisor(say)
const bundle = await ownAgent()
process.on('disconnect', () => void end())

let store = await openedStore()
const platform = { gatewayUrl: PLACES.gatewayUrl, users: [{ ...ADMIN, role: 'Admin' }], pharmacies: [] }
const panel = await openPanel(platform, 'Admin')
const browser = new TestBrowser(PLACES.portalUrl)
await browser.signIn(ADMIN)
const { fleet, members } = await pairedFleet(
  { ports: PLACES.ports, db: store.db },
  { count, addressOf: ownAddress, random: Math.random, firstStore: FIRST_STORE },
)
await connectInSteps(fleet, { from: 0, to: count }, say)
const pairs: AgentPair[] = []
for (let index = 0; index < PAIRS; index += 1)
  pairs.push(
    await openPair({ index, hubUrl: PLACES.portalUrl, panel, folder, bundle: bundle.file, supervisor }),
  )
// The first pair is left the hub alone; the second has its network.
const [hubPair] = pairs
if (hubPair !== undefined) closableHere().close(hubPair.listener.host, hubPair.listener.port)

const ids = [
  ...members.map(({ computerId }) => computerId),
  ...pairs.flatMap(({ computerIds }) => computerIds),
]
const watch = new Watch(panel, browser)
const looking = new AbortController()
const sending = new AbortController()
const senders = pairs.map(async (pair) => pair.send(sending.signal))
void watch.run(looking.signal)
let since = await storeNow(store.db)
let sinceMs = performance.now()
let acceptedBefore = 0

process.on('message', (message: unknown) => void obey(Order.parse(message)))
tell({ kind: 'ready', devices: count, agents: PAIRS * 2 })

async function openedStore() {
  process.env['ConnectionStrings__cs_store'] = readFileSync(secretFile, 'utf8')
  return openStore(folder)
}

async function obey(order: Order): Promise<void> {
  // Its password may be another one by now.
  await store.stop()
  store = await openedStore()
  if (order === 'tell') return tell(await told())
  if (order === 'account') return tell(await accounted())
  since = await storeNow(store.db)
  sinceMs = performance.now()
  acceptedBefore = accepted()
  watch.begin()
  tell({ kind: 'begun' })
}

/** Waits until all devices have come back since it began: each connection ends with the portal's process. */
async function told(): Promise<Told> {
  const { db } = store
  const isAnswered = await watch.isAnswered()
  const { missing } = await backFigures(fleet, { count, endedAtMs: sinceMs })
  const times = (await awayTimesMs(db, ids, since)).toSorted((one, other) => one - other)
  const at = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  return {
    kind: 'told',
    devices: ids.length,
    missing,
    offline: await shownSince(db, ids, { state: 'offline', since }),
    reconnecting: await shownSince(db, ids, { state: 'reconnecting', since }),
    awayMs: { p50: at(0.5), longest: at(1) },
    ...watch.seen(),
    isAnswered,
    labels: accepted() - acceptedBefore,
  }
}

function accepted(): number {
  return pairs.reduce((sum, pair) => sum + pair.accepted(), 0)
}

async function accounted(): Promise<Account> {
  sending.abort()
  await Promise.all(senders)
  const accounts = await Promise.all(pairs.map(async (pair) => pair.account()))
  const verdicts = accounts.map(({ verdict }) => verdict)
  const sum = (of: (verdict: (typeof verdicts)[number]) => number): number =>
    verdicts.reduce((total, verdict) => total + of(verdict), 0)
  return {
    kind: 'account',
    accepted: sum((one) => one.accepted),
    printed: sum((one) => one.printed),
    unknown: sum((one) => one.unknown),
    overHub: sum((one) => one.overHub),
    overLan: sum((one) => one.overLan),
    isSettled: accounts.every(({ isSettled }) => isSettled),
    findings: verdicts.flatMap((verdict) => findingsOf(verdict).map(({ kind, text }) => `${kind}: ${text}`)),
  }
}

async function end(): Promise<void> {
  looking.abort()
  sending.abort()
  await supervisor.stopAll([])
  bundle.remove()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
