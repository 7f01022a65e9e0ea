// A planted bad import between folders is refused with its reason, and so is a circle; the check itself says whether the repository's hold.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkArrows, describeViolation } from './arrows-check.ts'

const roots: string[] = []

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/** A repository of its own with these files, the four workspaces and some packages. */
function plant(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'arrows-'))
  roots.push(root)
  mkdirSync(join(root, 'node_modules/@pharmacy-relay'), { recursive: true })
  for (const name of ['zod', 'kysely', 'pg', 'better-sqlite3', 'preact']) {
    write(root, `node_modules/${name}/package.json`, `{"name":"${name}","exports":"./index.js"}`)
    write(root, `node_modules/${name}/index.js`, 'exports.x = 1')
  }
  for (const name of ['shared', 'agent', 'relay-server', 'portal']) {
    write(root, `${name}/package.json`, `{"name":"@pharmacy-relay/${name}","exports":{"./*":"./*"}}`)
    symlinkSync(join('../..', name), join(root, 'node_modules/@pharmacy-relay', name))
  }
  for (const [file, text] of Object.entries(files)) write(root, file, text)
  return root
}

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const importOf = (target: string) => `import { x } from '${target}'\nconsole.log(x)\n`
const typeImportOf = (target: string) => `import type { X } from '${target}'\nexport type Y = X\n`
const EXPORT = 'export const x = 1\nexport type X = number\n'

describe('the arrows between folders', () => {
  it('refuse a planted import with file, target and reason', async () => {
    const root = plant({
      'portal/pages/list.ts': importOf('@pharmacy-relay/relay-server/db/pool.ts'),
      'relay-server/db/pool.ts': EXPORT,
    })
    const { violations } = await checkArrows(root)
    expect(violations.map(describeViolation)).toEqual([
      'portal/pages/list.ts may not import relay-server/db/pool.ts: the portal reaches the APIs through the gateway; of relay-server it uses hub, http and auth only',
    ])
  })

  it.each<[rule: string, file: string, target: string, text: string, reason: string]>([
    [
      'agent to portal',
      'agent/core/a.ts',
      'portal/x.ts',
      importOf('@pharmacy-relay/portal/x.ts'),
      'installed at pharmacies',
    ],
    [
      'relay-server to agent',
      'relay-server/hub/a.ts',
      'agent/x.ts',
      importOf('../../agent/x.ts'),
      'by contract only',
    ],
    ['window to core', 'agent/window/a.ts', 'agent/core/x.ts', importOf('../core/x.ts'), 'through bridge.ts'],
    ['shared to agent', 'shared/a.ts', 'agent/x.ts', importOf('../agent/x.ts'), 'circle'],
    [
      'a type of the portal in the agent',
      'agent/a.ts',
      'portal/x.ts',
      typeImportOf('../portal/x.ts'),
      'installed at',
    ],
    [
      'a .tsx page to the store API',
      'portal/a.tsx',
      'relay-server/store-api/x.ts',
      importOf('../relay-server/store-api/x.ts'),
      'through the gateway',
    ],
    [
      'store API to identity API',
      'relay-server/store-api/a.ts',
      'relay-server/identity-api/x.ts',
      importOf('../identity-api/x.ts'),
      'by HTTP only',
    ],
    [
      'a kit to a program',
      'relay-server/http/a.ts',
      'relay-server/gateway/x.ts',
      importOf('../gateway/x.ts'),
      'shared by all programs',
    ],
    [
      'hub to database',
      'relay-server/hub/a.ts',
      'relay-server/db/x.ts',
      importOf('../db/x.ts'),
      'through an interface',
    ],
    [
      'spool back to intake',
      'agent/core/spool/a.ts',
      'agent/core/intake/x.ts',
      importOf('../intake/x.ts'),
      'a label goes',
    ],
    [
      'link sideways to relay',
      'agent/core/link/a.ts',
      'agent/core/relay/x.ts',
      importOf('../relay/x.ts'),
      'a label goes',
    ],
    [
      'production to scripts',
      'portal/a.ts',
      'scripts/x.ts',
      importOf('../scripts/x.ts'),
      'not installed at customers',
    ],
    [
      'production to a test',
      'portal/a.ts',
      'portal/x.test.ts',
      importOf('./x.test.ts'),
      'must not run at customers',
    ],
  ])('refuse %s', async (_rule, file, target, text, reason) => {
    const { violations } = await checkArrows(plant({ [file]: text, [target]: EXPORT }))
    expect(violations.map((violation) => violation.file)).toContain(file)
    expect(violations.map((violation) => violation.target)).toContain(target)
    expect(violations.map((violation) => violation.reason).join()).toContain(reason)
  })

  it.each<[from: string, package_: string, reason: string]>([
    ['shared/a.ts', 'node:fs', 'no I/O'],
    ['shared/a.ts', 'preact', 'one dependency'],
    ['relay-server/store-api/customers.ts', 'kysely', 'SQL is written in'],
    ['portal/session.ts', 'pg', 'SQL is written in'],
    ['agent/core/spool/jobs.ts', 'better-sqlite3', 'reaches SQLite through'],
    ['agent/core/a.ts', 'electron', 'plain Node'],
    ['relay-server/hub/a.ts', 'node:fs/promises', 'nothing of it may stay'],
  ])('refuse %s the package %s', async (from, package_, reason) => {
    const { violations } = await checkArrows(plant({ [from]: importOf(package_) }))
    expect(violations.map((violation) => violation.file)).toEqual([from])
    expect(violations[0]?.reason).toContain(reason)
  })

  it('refuse a circle of imports, also of types alone, and name the files on it', async () => {
    const root = plant({
      'shared/a.ts': importOf('./b.ts') + EXPORT.replace('const x', 'const a'),
      'shared/b.ts': typeImportOf('./c.ts') + 'export const x = 1\n',
      'shared/c.ts': typeImportOf('./a.ts') + 'export type X = number\n',
      'shared/d.ts': importOf('./b.ts'),
    })
    const { violations } = await checkArrows(root)
    expect(violations).toHaveLength(1)
    for (const file of ['shared/a.ts', 'shared/b.ts', 'shared/c.ts'])
      expect(violations.map(describeViolation).join()).toContain(file)
    expect(violations[0]?.reason).toContain('is a circle')
  })

  it('let pass what the design allows', async () => {
    const root = plant({
      'shared/x.ts': EXPORT + `import 'zod'\nimport './y.ts'\n`,
      'shared/y.ts': EXPORT,
      'shared/y.test.ts': `import 'node:fs'\nimport './y.ts'\n`,
      'agent/core/intake/a.ts': `import '../spool/x.ts'\nimport '@pharmacy-relay/shared/x.ts'\n`,
      'agent/core/spool/x.ts': `import 'node:fs'\nimport '../printers/x.ts'\n`,
      'agent/core/printers/x.ts': `import '../status/x.ts'\n`,
      'agent/core/status/x.ts': EXPORT,
      'agent/core/spool/jobs.queries.ts': importOf('better-sqlite3'),
      'portal/main.ts': `import '@pharmacy-relay/relay-server/hub/x.ts'\n`,
      'relay-server/hub/x.ts': EXPORT,
      'relay-server/store-api/a.queries.ts': importOf('kysely'),
      'relay-server/store-api/migrations/001.ts': importOf('kysely'),
      'relay-server/store-api/main.ts': typeImportOf('kysely') + `import '../db/x.ts'\n`,
      'relay-server/db/x.ts': importOf('pg'),
      'tests/e2e/a.ts': `import '../../agent/core/intake/a.ts'\nimport '../../portal/main.ts'\n`,
    })
    const { violations } = await checkArrows(root)
    expect(violations.map(describeViolation)).toEqual([])
  })
})
