// The canary of the pharmacy API: marked patients through the program as it is installed, then a search of all that it leaves.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createTestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import { socketUrl, withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { clusterPaths } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import { listen } from '@pharmacy-relay/relay-server/http/listen.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { newCanary } from '../canary-label.ts'
import { formsIn, searchFolders } from '../search.ts'
import { patientPaths, type PatientScene } from './patient-paths.ts'

export interface PatientCanaryResult {
  readonly seconds: number
  readonly prescriptions: number
  /** Of those refused, whose answers were searched as well. */
  readonly refusals: number
  /** Replies that had the mark, as they are to: it went through at all. */
  readonly shown: number
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

const ROOT = path.resolve(import.meta.dirname, '../../../..')
/** What may hold the seals, which are no text. */
const SEALED = 'sealed'

export async function runPatientCanary(options: PatientCanaryOptions): Promise<PatientCanaryResult> {
  const began = performance.now()
  const scratch = mkdtempSync('/tmp/relay-patients-')
  // PostgreSQL runs as another account and has to get through.
  chmodSync(scratch, 0o711)
  const tokens = await createTestTokens()
  const identity = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens.jwks))
  })
  const identityPort = await listen(identity, { host: '127.0.0.1', port: 0, setting: 'Identity__Port' })
  let program: Program | null = null
  try {
    program = await startPharmacy(scratch, `http://127.0.0.1:${identityPort}`)
    const { baseUrl } = program
    const scene: PatientScene = { baseUrl, token: tokens.tokens.Pharmacist, mark: newCanary().mark }
    const sent = await patientPaths(scene, options.prescriptions)
    const marks = [scene.mark, ...sent.phones]
    const rows = await searchRows(scratch, marks, options.isLeaking === true ? scene.mark : null)
    const answers = { ...(await operatorsAnswers(program)), ...sent.refused }
    // Stopped, so that all of it is in the files.
    const output = await program.stop()
    const said = searchTexts({ ...answers, 'its output': output }, marks)
    const files = marks.map((mark) => searchFolders([scratch], mark))
    return {
      seconds: (performance.now() - began) / 1_000,
      prescriptions: options.prescriptions,
      refusals: Object.keys(sent.refused).length,
      shown: sent.shown,
      files: files[0]?.files ?? 0,
      megabytes: Math.round((files[0]?.bytes ?? 0) / 1_048_576),
      rows: rows.count,
      hits: [...rows.hits, ...said, ...files.flatMap(({ hits }) => hits)],
    }
  } finally {
    await program?.stop()
    identity.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

interface Program {
  readonly baseUrl: string
  readonly opsUrl: string
  /** What it wrote. */
  stop(): Promise<string>
}

async function startPharmacy(folder: string, identityUrl: string): Promise<Program> {
  const port = await freePort([10_000])
  const env = {
    PATH: process.env['PATH'],
    Data__Folder: folder,
    Log__Level: 'debug',
    Pharmacy__Port: String(port),
    Services__Identity: identityUrl,
  }
  const args = [path.join(ROOT, 'relay-server/pharmacy-api/main.ts')]
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[]
  const child: ChildProcess = fork(path.join(ROOT, 'scripts/run.cjs'), args, { env, stdio })
  const output = Promise.all(
    [child.stdout, child.stderr].map(async (stream) => (stream === null ? '' : text(stream))),
  )
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(async () => {
      throw new Error(`the pharmacy API did not start: ${(await output).join('\n')}`)
    }),
  ])
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${port + 10_000}`,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
      return (await output).join('\n')
    },
  }
}

async function operatorsAnswers({ opsUrl }: Program): Promise<Record<string, string>> {
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
