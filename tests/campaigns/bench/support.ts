// Benchmark of the desk of support: the queue's page, and a claim until every open page shows it, with 10,000
// pharmacies, 5,000 open tasks and 200 staff.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { TaskView } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { openStore, seedFleetInto } from '../../../scripts/seed/seed-store.ts'
import { loopbackUrl } from '../../../scripts/start/ports.ts'
import { figuresOf, measure, type BenchRow } from './measure.ts'
import { startBenchPlatform, type BenchPlatform } from './platform.ts'
import type { BenchReport } from './report.ts'
import { freeTasks, seedTasks } from './support/many-tasks.ts'
import { claimShown, watchersOf, type Watcher } from './support/watching.ts'

const PHARMACIES = sizeOf('Bench__SupportPharmacies', 10_000)
const COMPUTERS = 10
const OPEN_TASKS = sizeOf('Bench__SupportTasks', 5_000)
const STAFF = sizeOf('Bench__SupportStaff', 200)
const CLAIMS = { warmUp: 5, runs: 100 }
const COUNTS = { warmUp: 20, runs: 300 }
const PAGE_P99_MS = 50
const SHOWN_P99_MS = 300
/** Between two claims. */
const EACH_MS = 50

function sizeOf(name: string, fallback: number): number {
  const given = Number(process.env[name] ?? fallback)
  if (Number.isSafeInteger(given) && given > 0) return given
  throw new Error(`${name} must be a whole number`)
}

/** Keeps its data in `.data/bench`, so that the second run needs no seeding. */
export async function supportBench(say: (text: string) => void): Promise<BenchReport> {
  const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data', 'bench')
  say('bench support: starting the platform')
  const platform = await startBenchPlatform(dataFolder, say, STAFF)
  const database = await openStore(dataFolder)
  try {
    await seedFleetInto({ dataFolder, pharmacies: PHARMACIES, computers: COMPUTERS, say })
    const { rows: staff } = await sql<{ guid: string; name: string }>`
      select "guid", "name" from "Staffs" where "role" = 'Support' limit ${STAFF}`.execute(database.db)
    const people = staff.length > 0 ? staff : [{ guid: 'bench', name: 'Bench' }]
    await seedTasks(database.db, { open: OPEN_TASKS + CLAIMS.warmUp + CLAIMS.runs, staff: people })
    const tasks = await freeTasks(database.db, CLAIMS.warmUp + CLAIMS.runs)
    return { name: 'support', conditions: conditions(), rows: await rowsOf(platform, tasks, say) }
  } finally {
    await database.stop()
    await platform.stop()
  }
}

const conditions = (): string =>
  `${PHARMACIES} pharmacies, ${PHARMACIES * COMPUTERS} computers, at least ${OPEN_TASKS} open tasks; pages alone over loopback through ` +
  `portal and gateway, ${COUNTS.runs} runs; ${CLAIMS.runs} claims in the panel, each until all of ${STAFF} live pages were told of it`

async function rowsOf(
  { ports, staff }: BenchPlatform,
  tasks: readonly number[],
  say: (text: string) => void,
): Promise<BenchRow[]> {
  say(`bench support: ${staff.length} staff sign in`)
  const watchers = await watchersOf(loopbackUrl(ports.Portal__Port), staff)
  try {
    return [...(await pageRows(watchers, say)), await claimRow(watchers, tasks, say)]
  } finally {
    for (const { stream } of watchers) stream.close()
  }
}

/** Each load is another person's, so that no address meets the gateway's limit. */
async function pageRows(watchers: readonly Watcher[], say: (text: string) => void): Promise<BenchRow[]> {
  let turn = 0
  const load = (address: string) => async () => {
    turn += 1
    const reply = await watchers[turn % watchers.length]?.browser.get(address)
    if (reply?.status !== 200) throw new Error(`${address} was answered ${reply?.status}`)
  }
  const pages = [
    ...TaskView.options.map(
      (view) => [`queue, ${view}`, `/support/tasks?view=${view}`, PAGE_P99_MS] as const,
    ),
    ['queue, page 40 of all', '/support/tasks?view=all&page=40', PAGE_P99_MS] as const,
    ['queue, its live part', '/support/tasks/table', PAGE_P99_MS] as const,
  ]
  const rows: BenchRow[] = []
  for (const [name, address, targetP99Ms] of pages) {
    say(`bench support: ${name}`)
    rows.push({ name, ...(await measure(load(address), COUNTS)), targetP99Ms })
  }
  return rows
}

async function claimRow(
  watchers: readonly Watcher[],
  tasks: readonly number[],
  say: (text: string) => void,
): Promise<BenchRow> {
  say('bench support: claims')
  const times: number[] = []
  for (const [turn, taskId] of tasks.entries()) {
    const by = watchers[turn % watchers.length]
    if (by === undefined) throw new Error('nobody looks on')
    const shown = await claimShown(watchers, { by, taskId })
    if (turn >= CLAIMS.warmUp) times.push(...shown)
    await delay(EACH_MS)
  }
  const name = `claim until shown on ${watchers.length} pages`
  return { name, ...figuresOf(times), targetP99Ms: SHOWN_P99_MS }
}
