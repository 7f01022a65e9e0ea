// Where a platform's data would be after its first start, with nobody in it yet: the databases of its services, made and migrated once.
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const KEPT = path.join(ROOT, 'node_modules/.cache/prepared-data')
/** Their databases and their folders below the data folder are named alike. */
const SERVICES = ['identity', 'store', 'pharmacy'] as const
/** What makes another cluster when it changes, besides migrations. */
const MAKERS = ['relay-server/db', 'package-lock.json', 'tests/prepared-data.ts']

const run = promisify(execFile)

/** Into an empty folder. A platform that starts there makes no cluster and no table: three `initdb` take as long as its programs. */
export async function copyPreparedData(dataFolder: string): Promise<void> {
  // With owners and modes: PostgreSQL opens nothing that others may read.
  await run('cp', ['-a', `${await preparedData()}/.`, dataFolder])
}

/** The folder that is copied; made when it is missing. */
export async function preparedData(): Promise<string> {
  const kept = path.join(KEPT, await fingerprint())
  if (!existsSync(kept)) await make(kept)
  return kept
}

/** Whole or not at all. Who comes second finds it made. */
async function make(kept: string): Promise<void> {
  const { openDatabase } = await import('@pharmacy-relay/relay-server/db/database.ts')
  const { startEmbeddedPostgres } = await import('@pharmacy-relay/relay-server/db/embedded-postgres.ts')
  const draft = `${kept}-${randomUUID()}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    for (const name of SERVICES) {
      const dataFolder = path.join(draft, name)
      const server = await startEmbeddedPostgres({ folder: dataFolder, logger: silentLogger, durable: false })
      try {
        await server.ensureDatabase(name)
        const options = { connectionString: server.urlOf(name), name, dataFolder, logger: silentLogger }
        const database = await openDatabase({ ...options, migrationsFolder: migrationsOf(name) })
        await database.stop()
        await withoutTemplates(server.urlOf('postgres'))
      } finally {
        await server.stop()
      }
    }
    await rename(draft, kept).catch((error: unknown) => {
      if (!existsSync(kept)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Nobody makes a further database there, and each of the two is a sixth of what is copied. */
async function withoutTemplates(url: string): Promise<void> {
  const { withConnection } = await import('@pharmacy-relay/relay-server/db/postgres-connection.ts')
  await withConnection(url, async (client) => {
    for (const name of ['template0', 'template1']) {
      await client.query(`alter database ${name} is_template false`)
      await client.query(`drop database ${name}`)
    }
  })
}

function migrationsOf(service: (typeof SERVICES)[number]): string {
  return path.join(ROOT, `relay-server/${service}-api/migrations`)
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const place of [...SERVICES.map(migrationsOf), ...MAKERS.map((maker) => path.join(ROOT, maker))])
    for (const file of await filesBelow(place)) hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

async function filesBelow(place: string): Promise<string[]> {
  if (path.extname(place) !== '') return [place]
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .toSorted()
}
