// Benchmark of the panel: list, every filter, the detail page, and what support looks for over all pharmacies, with 10,000
// pharmacies and 100,000 computers.
import path from 'node:path'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { supportProblems } from '@pharmacy-relay/shared/api/relay-support.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { createApiClient, type ApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { seedFleetInto } from '../../../scripts/seed/seed-store.ts'
import { loopbackUrl } from '../../../scripts/start/ports.ts'
import { measure, type BenchRow, type Figures } from './measure.ts'
import { startBenchPlatform, type BenchPlatform } from './platform.ts'
import type { BenchReport } from './report.ts'

const PHARMACIES = 10_000
const COMPUTERS = 10
const TARGET_P99_MS = 50
const COUNTS = { warmUp: 20, runs: 300 }

/** Keeps its data in `.data/bench`, so that the second run needs no seeding. */
export async function panelBench(say: (text: string) => void): Promise<BenchReport> {
  const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data', 'bench')
  say('bench panel: starting the platform')
  const platform = await startBenchPlatform(dataFolder, say)
  try {
    await seedFleetInto({ dataFolder, pharmacies: PHARMACIES, computers: COMPUTERS, say })
    return { name: 'panel', conditions: conditions(), rows: await rows(platform, say) }
  } finally {
    await platform.stop()
  }
}

const conditions = (): string =>
  `${PHARMACIES} pharmacies, ${PHARMACIES * COMPUTERS} computers; each request alone over loopback to the store API, ${COUNTS.runs} runs`

async function rows(platform: BenchPlatform, say: (text: string) => void): Promise<BenchRow[]> {
  const openApiUrl = `${loopbackUrl(platform.ports.Store__Port)}/openapi.json`
  const constant = await fetch(openApiUrl).then((response) => response.arrayBuffer())
  const reference = await measure(() => fetch(openApiUrl).then((response) => response.arrayBuffer()), COUNTS)
  const name = `reference: a constant reply of ${Math.round(constant.byteLength / 1_000)} KB`
  const measured: BenchRow[] = [{ name, ...reference, targetP99Ms: null, ratio: null }]
  for (const [what, work] of await panelRequests(platform)) {
    say(`bench panel: ${what}`)
    measured.push(row(what, await measure(work, COUNTS), reference))
  }
  return measured
}

type Work = readonly [what: string, work: () => Promise<unknown>]

/** What the panel asks for. A list that finds nothing is quick for the wrong reason, and is refused. */
async function panelRequests(platform: BenchPlatform): Promise<readonly Work[]> {
  const { store, token } = await signedIn(platform)
  const list = (query: Readonly<Record<string, string>>) => async () => {
    const found = await store.call(storeApi.listCustomers, { params: null, query, body: null }, { token })
    if (found.items.length === 0) throw new Error(`nothing is found by ${JSON.stringify(query)}`)
    return found
  }
  const { items } = await list({ page: '100' })()
  let turn = 0
  const detail = async () => {
    turn += 1
    const params = { customerId: String(items[turn % items.length]?.id) }
    return store.call(storeApi.getCustomer, { params, query: null, body: null }, { token })
  }
  return [
    ['list, first page of 50', list({})],
    ['list, page 150', list({ page: '150' })],
    ['list, 200 a page', list({ pageSize: '200' })],
    ['filter store id "99"', list({ storeId: '99' })],
    ['filter name "pharm"', list({ name: 'pharm' })],
    ['filter e-mail "harrow"', list({ email: 'harrow' })],
    ['filter phone "+44 20"', list({ phone: '+44 20' })],
    ['all fields "river"', list({ q: 'river' })],
    ['sorted by name', list({ sort: 'name' })],
    ['sorted by connected, most first', list({ sort: '-connected' })],
    ['sorted by computers, most first', list({ sort: '-computers' })],
    ['sorted by health, the worst first', list({ sort: 'health' })],
    ['sorted by health, page 150', list({ sort: 'health', page: '150' })],
    ['filter health stopped, the worst first', list({ health: 'stopped', sort: 'health' })],
    ['filter health well and name "pharm"', list({ health: 'well', name: 'pharm' })],
    ['all filters, sorted by connected', list({ name: 'a', email: 'a', phone: '4', sort: '-connected' })],
    ['detail, 10 computers', detail],
    ...supportRequests({ store, token }),
    ...firstPage({ store, token }),
  ]
}

/** Names and addresses that few computers have, very many, and none of its beginning alone. */
const SOUGHT = ['counter-1', 'dispensary-2', '192.168.10.1', '203.0.113.77', '192.168.', 'co'] as const

/** Of pharmacies and computers: few, very many, two letters, a number of a pharmacy, part of a phone number. */
const SOUGHT_EVERYWHERE = [
  'river',
  'pharmacy',
  'counter-1',
  'co',
  'P-104711',
  '+44 20',
  '192.168.10.1',
] as const

function supportRequests({ store, token }: { readonly store: ApiClient; readonly token: string }): Work[] {
  const some = async (what: string, found: Promise<{ readonly items: readonly unknown[] }>) => {
    if ((await found).items.length === 0) throw new Error(`nothing is found by ${what}`)
  }
  const problems = supportProblems.map((problem): Work => {
    const call = { params: null, query: { problem }, body: null }
    return [`support: ${problem}`, () => some(problem, store.call(storeApi.listProblems, call, { token }))]
  })
  const searches = SOUGHT.map((q): Work => {
    const call = { params: null, query: { q }, body: null }
    return [`computers by "${q}"`, () => some(q, store.call(storeApi.searchComputers, call, { token }))]
  })
  const everywhere = SOUGHT_EVERYWHERE.map((q): Work => {
    const call = { params: null, query: { q }, body: null }
    const found = async () => {
      const { pharmacies, computers } = await store.call(storeApi.searchEverywhere, call, { token })
      return { items: [...pharmacies.items, ...computers.items] }
    }
    return [`from anywhere "${q}"`, () => some(q, found())]
  })
  return [...problems, ...searches, ...everywhere]
}

const DAY_MS = 86_400_000

/** What the overview asks for. */
function firstPage({ store, token }: { readonly store: ApiClient; readonly token: string }): Work[] {
  const since = new Date(Date.now() - DAY_MS).toISOString()
  const changes = { params: null, query: { since }, body: null }
  return [
    [
      'overview: problems and counts',
      () => store.call(storeApi.getDashboard, { params: null, query: null, body: null }, { token }),
    ],
    ['overview: changes since a day ago', () => store.call(storeApi.listChanges, changes, { token })],
  ]
}

async function signedIn({
  ports,
  admin: { email, password },
}: BenchPlatform): Promise<{ store: ApiClient; token: string }> {
  const client = (port: number): ApiClient =>
    createApiClient({ baseUrl: loopbackUrl(port), timeoutMs: 10_000, headers: async () => ({}) })
  const call = { params: null, query: null, body: { email, password } }
  const reply = await client(ports.Identity__Port).call(identityApi.signIn, call, { token: null })
  if ('pending' in reply) throw new Error('the sign-in waits for a code')
  const { tokens } = reply
  return { store: client(ports.Store__Port), token: tokens.accessToken }
}

function row(name: string, figures: Figures, reference: Figures): BenchRow {
  return { name, ...figures, targetP99Ms: TARGET_P99_MS, ratio: figures.p50Ms / reference.p50Ms }
}
