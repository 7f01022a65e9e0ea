// The canary of the pharmacy API: marked patients through the program as it is installed, then a search of all that it leaves.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { socketUrl, withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { clusterPaths } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import { startCounterAgent, type CounterAgent } from '../../../kit/counter/agent.ts'
import { startPharmacyProgram, type PharmacyProgram } from '../../../kit/counter/pharmacy-program.ts'
import { newCanary } from '../canary-label.ts'
import { formsIn, searchFolders } from '../search.ts'
import { patientPaths, type PatientScene } from './patient-paths.ts'
import { startPaper } from './paper.ts'
import { windowPaths } from './window-paths.ts'

export interface PatientCanaryResult {
  readonly seconds: number
  readonly prescriptions: number
  /** Of those refused, whose answers were searched as well. */
  readonly refusals: number
  /** Replies that had the mark, as they are to: it went through at all. */
  readonly shown: number
  /** Labels that were drawn and printed through the window of an agent. */
  readonly labels: number
  readonly files: number
  readonly megabytes: number
  readonly rows: number
  readonly hits: readonly string[]
}

export interface PatientCanaryOptions {
  readonly prescriptions: number
  /** A mark is put where it must not be: the search has to find it. */
  readonly isLeaking?: boolean
}

/** What may hold the seals, which are no text. */
const SEALED = 'sealed'

export async function runPatientCanary(options: PatientCanaryOptions): Promise<PatientCanaryResult> {
  const began = performance.now()
  const scratch = mkdtempSync('/tmp/relay-patients-')
  // PostgreSQL runs as another account and has to get through.
  chmodSync(scratch, 0o711)
  let program: PharmacyProgram | null = null
  try {
    program = await startPharmacyProgram(scratch)
    const { baseUrl, token } = program
    const scene: PatientScene = { baseUrl, token, mark: newCanary().mark }
    const sent = await patientPaths(scene, options.prescriptions)
    const phone = `+90531${String(Math.floor(Math.random() * 9_000_000)).padStart(7, '0')}`
    const marks = [scene.mark, ...sent.phones, phone.slice(3)]
    // Tokens last ten minutes.
    const later = { ...scene, token: await program.tokens.tokenFor('Pharmacist') }
    const ofWindow = await throughWindow({ scratch, scene: later, phone, count: options.prescriptions })
    const rows = await searchRows(scratch, marks, options.isLeaking === true ? scene.mark : null)
    const answers = { ...(await operatorsAnswers(program)), ...sent.refused, ...ofWindow.texts }
    // Stopped, so that all of it is in the files.
    const output = await program.stop()
    const said = searchTexts({ ...answers, 'its output': output }, marks)
    const files = marks.map((mark) => searchFolders([scratch], mark))
    return {
      seconds: (performance.now() - began) / 1_000,
      prescriptions: options.prescriptions,
      refusals: Object.keys(sent.refused).length + ofWindow.refusals,
      shown: sent.shown + ofWindow.shown,
      labels: ofWindow.labels,
      files: files[0]?.files ?? 0,
      megabytes: Math.round((files[0]?.bytes ?? 0) / 1_048_576),
      rows: rows.count,
      hits: [...rows.hits, ...said, ...files.flatMap(({ hits }) => hits)],
    }
  } finally {
    await program?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

interface ThroughWindow {
  readonly scratch: string
  readonly scene: PatientScene
  readonly phone: string
  /** Prescriptions of the whole run. */
  readonly count: number
}

/** A tenth of the prescriptions, through an agent whose folder is searched with all others. */
async function throughWindow({ scratch, scene: { baseUrl, token, mark }, phone, count }: ThroughWindow) {
  const paper = await startPaper()
  const { printer } = paper
  const agent = await startCounterAgent({ folder: scratch, printer, baseUrl, token, pharmacyId: 1 })
  const { refused, ...sent } = await throughAgent(agent, { mark, phone, count: Math.ceil(count / 10) })
  const texts = {
    ...refused,
    'an address that the agent asked for': agent.addresses().join('\n'),
    'what the printer got': await paper.taken(),
  }
  return { ...sent, texts, refusals: Object.keys(refused).length }
}

/** Ended afterwards, so that all of it is in its files. */
async function throughAgent(agent: CounterAgent, marked: Parameters<typeof windowPaths>[1]) {
  try {
    return await windowPaths(agent, marked)
  } finally {
    await agent.stop()
  }
}

async function operatorsAnswers({ opsUrl }: PharmacyProgram): Promise<Record<string, string>> {
  const asked = ['metrics', 'readyz', 'healthz'].map(async (name) => {
    const response = await fetch(`${opsUrl}/${name}`)
    return [name, await response.text()] as const
  })
  return Object.fromEntries(await Promise.all(asked))
}

function searchTexts(texts: Readonly<Record<string, string>>, marks: readonly string[]): string[] {
  return Object.entries(texts).flatMap(([name, said]) =>
    marks.flatMap((mark) => formsIn(Buffer.from(said), mark).map((form) => `${name} (${form})`)),
  )
}

/** Every row as text but its seal, as a dump would hold it; files alone could hide what PostgreSQL compressed. */
async function searchRows(folder: string, marks: readonly string[], leak: string | null) {
  const { socket } = clusterPaths(path.join(folder, 'pharmacy'))
  const found = { count: 0, hits: Array<string>() }
  await withConnection(socketUrl(socket, 'pharmacy'), async (client) => {
    if (leak !== null) await client.query('insert into "DrugWords" ("word") values ($1)', [leak])
    const tables = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ count: number; hits: number }>(
        `select count(*)::int as count, count(*) filter (
          where exists (select from unnest($1::text[]) as m(mark) where strpos(upper((to_jsonb(t) - $2)::text), m.mark) > 0)
        )::int as hits from ${name} t`,
        [marks, SEALED],
      )
      found.count += rows[0]?.count ?? 0
      if ((rows[0]?.hits ?? 0) > 0) found.hits.push(`table ${name}`)
    }
    await client.query('checkpoint')
  })
  return found
}
