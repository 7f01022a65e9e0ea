// Vitest globalSetup: one throw-away PostgreSQL for the whole run, started when the first test file asks for it.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of an existing server, or null: ask at `testClusterSocket`. */
    testDatabaseUrl: string | null
    /** A socket that answers with one line of JSON, `{url}` or `{error}`, after starting the cluster if need be. */
    testClusterSocket: string
  }
}

/** Runs without any database test cost nothing; `TEST_DATABASE_URL` names an existing server to use instead. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'] ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'relay-tests-'))
  const cluster = lazyCluster(join(folder, 'cluster'))
  const socket = join(folder, 'ask')
  const server = await answerWith(() => cluster.url(), socket)
  project.provide('testDatabaseUrl', url === '' ? null : url)
  project.provide('testClusterSocket', socket)
  return async () => {
    await new Promise((resolve) => server.close(resolve))
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function lazyCluster(folder: string): { url(): Promise<string>; stop(): Promise<void> } {
  let starting: Promise<EmbeddedPostgres> | null = null
  return {
    async url() {
      starting ??= startEmbeddedPostgres({ folder, logger: silentLogger, durable: false })
      return (await starting).urlOf('postgres')
    },
    async stop() {
      const cluster = await starting?.catch(() => null)
      await cluster?.stop()
    },
  }
}

async function answerWith(url: () => Promise<string>, socket: string): Promise<Server> {
  const server = createServer((asking) => {
    asking.on('error', () => {})
    url().then(
      (found) => asking.end(JSON.stringify({ url: found })),
      (error: unknown) => asking.end(JSON.stringify({ error: String(error) })),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  return server
}
