// The version after this one, for a trial: the same programs under a higher number, and a migration of each database that only adds.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildOtherDeb } from '../../../../scripts/package/server/server-deb.ts'
import { platformVersion } from '../../../../scripts/package/server/server-tree.ts'

const [major = 0, minor = 0] = (await platformVersion()).split('.').map(Number)

/** The next release: one over two is refused. */
export const NEWER = { version: `${major}.${minor + 1}.999`, migration: '999_of_the_next_version' } as const

/** Of each database one that its program reads and writes. */
const CHANGED_TABLES = { 'store-api': 'RelayComputers', 'identity-api': 'Users', 'pharmacy-api': 'Drugs' }

/** Absolute path of the package; that of this version was built before. */
export async function buildNewerDeb(): Promise<string> {
  return buildOtherDeb(NEWER.version, async (tree) => {
    for (const [api, table] of Object.entries(CHANGED_TABLES)) {
      const file = path.join(tree, 'relay-server', api, 'migrations', `${NEWER.migration}.ts`)
      await writeFile(file, migrationOf(table))
    }
  })
}

function migrationOf(table: string): string {
  return `import { sql } from 'kysely'

export async function up(db) {
  await sql\`alter table "${table}" add column "nextVersion" text\`.execute(db)
  await sql\`create table "NextVersion" ("id" integer primary key)\`.execute(db)
}
`
}
