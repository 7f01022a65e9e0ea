// Databases for tests: a migrated template for each migrations folder, copied for each test file.
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { inject } from 'vitest'
import { z } from 'zod'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrations.ts'
import { withConnection, withDatabase } from './postgres-connection.ts'
// Types what globalSetup provides.
import type {} from './test-cluster.global.ts'

const ClusterAnswer = z.union([z.object({ url: z.string() }), z.object({ error: z.string() })])
const TEMPLATE_LOCK = 727_001

export interface TestDatabaseOptions {
  /** Begins the database's name: lower case letters, digits, underscore, at most 20 characters. */
  readonly name: string
  readonly migrationsFolder: string
}

export interface TestDatabase<Schema> extends Database<Schema> {
  /** Closes and drops it. */
  stop(): Promise<void>
}

/**
 * A migrated database of its own for a test file, about 50 ms after the first. `stop()` it in afterAll.
 */
export async function createTestDatabase<Schema>(
  options: TestDatabaseOptions,
): Promise<TestDatabase<Schema>> {
  const name = z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,19}$/)
    .parse(options.name)
  const adminUrl = await testClusterUrl()
  const template = await ensureTemplate(adminUrl, options.migrationsFolder)
  const database = `${name}_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await withTemplateLock(adminUrl, (client) =>
    client.query(`create database "${database}" template "${template}"`),
  )
  const opened = await openDatabase<Schema>({
    connectionString: withDatabase(adminUrl, database),
    dataFolder: '',
    name: database,
    migrationsFolder: options.migrationsFolder,
    logger: silentLogger,
  })
  return {
    ...opened,
    async stop() {
      await opened.stop()
      await withConnection(adminUrl, (client) =>
        client.query(`drop database if exists "${database}" with (force)`),
      )
    },
  }
}

/** The URL of database `postgres` of the server that tests use, as an account that may create databases. */
export async function testClusterUrl(): Promise<string> {
  const given = inject('testDatabaseUrl')
  if (given !== null) return given
  const asking = createConnection(inject('testClusterSocket'))
  const answer = ClusterAnswer.parse(JSON.parse(await text(asking)))
  if ('error' in answer) throw new Error(`The test cluster did not start: ${answer.error}`)
  return answer.url
}

// Built under another name and renamed when finished, so that a template is complete or not there. Its name changes
// with the files, because an existing server outlives the run.
async function ensureTemplate(adminUrl: string, folder: string): Promise<string> {
  const template = `template_${await fingerprint(folder)}`
  await withTemplateLock(adminUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [template])
    if (found.rowCount !== 0) return
    const unfinished = `${template}_new`
    await client.query(`drop database if exists "${unfinished}" with (force)`)
    await client.query(`create database "${unfinished}"`)
    await migrate(withDatabase(adminUrl, unfinished), folder, silentLogger)
    await client.query(`alter database "${unfinished}" rename to "${template}"`)
  })
  return template
}

// Test files run at the same time in several processes, and PostgreSQL refuses to copy one template twice at once.
async function withTemplateLock(
  adminUrl: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  await withConnection(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await work(client)
  })
}

async function fingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256').update(folder)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}
