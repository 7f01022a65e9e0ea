// The canary: marked labels through the running demo on every path, and then a search of everything it left behind.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { socketUrl, withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { clusterPaths } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import { openPanel, type Panel } from '../../platform/panel.ts'
import { printerOf, rollOf } from '../../platform/rolls.ts'
import { processOf, startDemo, waitUntil, type RunningDemo } from '../../running-demo.ts'
import { newCanary } from './canary-label.ts'
import { demoComputer } from './computer.ts'
import { searchMemory } from './memory.ts'
import type { ClosableLan } from './own-network.ts'
import { FAILING_PATHS, idle, throughCounter, throughHub, type Scene } from './paths.ts'
import { formsIn, searchFolders } from './search.ts'

export interface CanaryResult {
  readonly seconds: number
  readonly labels: number
  readonly paths: number
  /** That went through the hub, whose memory was searched then; 0 where the local network cannot be closed. */
  readonly throughHub: number
  /** Came out of the test printers; shows that labels went through at all. */
  readonly printed: number
  readonly files: number
  readonly megabytes: number
  readonly rows: number
  /** Where the mark stands; none is the aim. */
  readonly hits: readonly string[]
  /** Lines of logs that are not what they should be. */
  readonly logFaults: readonly string[]
}

/** Where programs and systems leave things beside their own folders. */
const SYSTEM_FOLDERS = ['/tmp', '/var/tmp', '/dev/shm', '/var/log', '/var/crash', '/var/lib/systemd/coredump']
const SYSTEM_DEPTH = 2
/** Of each computer's newest labels. */
const TRACES = 40
const ROOT = path.resolve(import.meta.dirname, '../../..')

/** What a canary run needs: how many labels in all, at least 100, and the network, where it can be closed. */
export interface CanaryOptions {
  readonly labels: number
  readonly lan: ClosableLan | null
  readonly say: (text: string) => void
}

/** Throws when a path does not do what it is there for. */
export async function runCanary({ labels, lan, say }: CanaryOptions): Promise<CanaryResult> {
  const startedAt = performance.now()
  const sinceMs = Date.now() - 1_000
  const scratch = mkdtempSync('/tmp/relay-canary-')
  // PostgreSQL runs as another account and has to get through.
  chmodSync(scratch, 0o711)
  const dataFolder = path.join(scratch, 'data')
  mkdirSync(path.join(scratch, 'tmp'), { mode: 0o1777 })
  let running: RunningDemo | null = null
  try {
    running = await startDemo({
      platformOnly: false,
      dataFolder,
      environment: { TMPDIR: path.join(scratch, 'tmp') },
    })
    const canary = newCanary()
    const sent = await send({ running, canary, labels, lan, say })
    const found = await searchEverything(running, { mark: canary.mark, scratch, sinceMs })
    return {
      seconds: (performance.now() - startedAt) / 1_000,
      labels: sent.labels,
      throughHub: sent.throughHub,
      printed: await printedWithMark(running, canary.mark),
      paths: Object.keys(FAILING_PATHS).length + (lan === null ? 1 : 2),
      ...found,
      hits: [...new Set([...found.hits, ...sent.hits])],
      logFaults: logFaults(path.join(dataFolder, 'logs')),
    }
  } finally {
    await running?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** What is left behind in answers, databases and files, those of others that changed since included. */
async function searchEverything(
  running: RunningDemo,
  { mark, scratch, sinceMs }: { readonly mark: string; readonly scratch: string; readonly sinceMs: number },
) {
  const answers = { ...(await everyAnswer(running)), 'output of npm start': running.output() }
  const said = Object.entries(answers).flatMap(([name, text]) =>
    formsIn(Buffer.from(text), mark).map((form) => `${name} (${form})`),
  )
  const rows = await searchDatabases(running, mark)
  const own = searchFolders([scratch], mark)
  const others = searchFolders([...SYSTEM_FOLDERS, ROOT], mark, { sinceMs, depth: SYSTEM_DEPTH })
  return {
    rows: rows.count,
    files: own.files + others.files,
    megabytes: Math.round((own.bytes + others.bytes) / 1_048_576),
    hits: [...own.hits, ...others.hits, ...rows.hits, ...said],
  }
}

async function send(
  parts: Pick<Scene, 'running' | 'canary'> & CanaryOptions,
): Promise<{ readonly labels: number; readonly throughHub: number; readonly hits: readonly string[] }> {
  const { running, canary, labels, lan, say } = parts
  const panel = await openPanel(running.demo, 'Admin')
  await assignRiverside(running, panel)
  let sent = 0
  const scene: Scene = {
    running,
    canary,
    next: () => (sent += 1),
    few: Math.max(2, Math.min(50, Math.round(labels / 200))),
    client: demoComputer(running, 'BACK-OFFICE'),
    server: demoComputer(running, 'FRONT-DESK'),
  }
  const relayed = lan === null ? 0 : Math.round(labels / 10)
  // First: later the portal is sent labels in clear.
  const hits = lan === null ? [] : await sendThroughHub(scene, { lan, count: relayed, say })
  for (const [name, take] of Object.entries(FAILING_PATHS)) {
    say(`canary: ${name}`)
    await take(scene)
  }
  for (const computer of [scene.client, scene.server]) await idle(computer)
  say(`canary: ${labels - sent} labels through the counter`)
  await throughCounter(scene, Math.max(1, labels - sent))
  return { labels: sent, throughHub: relayed, hits }
}

/** What of the labels is found in the hub's memory afterwards. */
async function sendThroughHub(
  scene: Scene,
  { lan, count, say }: { lan: ClosableLan; count: number; say: CanaryOptions['say'] },
): Promise<string[]> {
  say(`canary: ${count} labels through the hub`)
  await throughHub(scene, lan, count)
  const portal = processOf(scene.running.dataFolder, 'portal/main.ts')
  return searchMemory(portal, scene.canary.mark).hits.map((hit) => `memory of the portal: ${hit}`)
}

async function assignRiverside(running: RunningDemo, panel: Panel): Promise<void> {
  await panel.assignPrinter('P-1002', 'FRONT-DESK', printerOf(running.demo, 'riverside-printer'))
  await panel.setRole('P-1002', 'BACK-OFFICE', 2)
  const isApplied = async (): Promise<boolean> => {
    const { computers } = await panel.pharmacy('P-1002')
    return computers.every(({ assignment }) => assignment?.state === 'applied')
  }
  await waitUntil(isApplied, 30_000, () => 'Riverside did not apply its assignment')
}

/** What people and operators can ask for, by name: status, jobs and traces of agents, the panel's data, metrics. */
async function everyAnswer(running: RunningDemo): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const panel = await openPanel(running.demo, 'Admin')
  for (const { storeId, computers } of running.demo.pharmacies) {
    answers[`panel ${storeId}`] = JSON.stringify(await panel.pharmacy(storeId))
    for (const { computerName } of computers) {
      const computer = demoComputer(running, computerName)
      const jobs = await computer.ask('jobs', null)
      answers[`agent ${computerName}`] = JSON.stringify([await computer.ask('status', null), jobs])
      const traces: unknown[] = []
      // One after the other: the control socket lets only a few in at once.
      for (const { id } of jobs.slice(0, TRACES)) traces.push(await computer.ask('job', { job: id }))
      answers[`traces of ${computerName}`] = JSON.stringify(traces)
    }
  }
  for (const name of ['Gateway__Port', 'Identity__Port', 'Store__Port', 'Pharmacy__Port', 'Portal__Port']) {
    const port = Number(running.environment[name]) + 10_000
    answers[`metrics of ${name}`] = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  }
  return answers
}

/** Every row as text, which a dump would hold too; files alone could hide one that PostgreSQL compressed. */
async function searchDatabases({ dataFolder }: RunningDemo, mark: string) {
  const found = { count: 0, hits: Array<string>() }
  for (const name of ['identity', 'store', 'pharmacy']) {
    const { data, socket } = clusterPaths(path.join(dataFolder, name))
    if (!existsSync(data)) throw new Error(`there is no database in ${data}`)
    await withConnection(socketUrl(socket, name), async (client) => {
      const tables = await client.query<{ name: string }>(
        "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
      )
      for (const table of tables.rows) {
        const { rows } = await client.query<{ count: number; hits: number }>(
          `SELECT count(*)::int AS count, count(*) FILTER (WHERE strpos(upper(t::text), $1) > 0)::int AS hits FROM ${table.name} t`,
          [mark],
        )
        found.count += rows[0]?.count ?? 0
        if ((rows[0]?.hits ?? 0) > 0) found.hits.push(`table ${table.name} of ${name}`)
      }
    })
  }
  return found
}

async function printedWithMark(running: RunningDemo, mark: string): Promise<number> {
  let printed = 0
  for (const name of ['central-printer', 'riverside-printer']) {
    const roll = await rollOf(running.demo, name)
    printed += roll.length
    const first = await fetch(`${printerOf(running.demo, name).httpUrl}/labels/1.zpl`)
    if (!(await first.text()).includes(mark)) throw new Error(`${name} did not print what was sent`)
  }
  return printed
}

/** O02: no log has a control character or a line that is none of its program's, whatever senders put into their fields. */
export function logFaults(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n')
    // C0 without the tab of stack traces, DEL and C1, which terminals obey too.
    const wrong = lines.filter((line) => /[\p{Cc}--\t]/v.test(line))
    return wrong.length === 0 ? [] : [`${name} has ${wrong.length} lines with control characters`]
  })
}
