// An update that is taken back: agents of the version before work on files that the newer one has migrated.
import Sqlite from 'better-sqlite3'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import path from 'node:path'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { storedSettings, storeSetting } from '../settings/settings.queries.ts'
import { SPOOL_MIGRATIONS } from '../spool/store/file/spool-migrations.ts'
import { spoolQueries } from '../spool/store/file/spool-queries.ts'
import { StoredJobs } from '../spool/store/job-row.ts'
import { openMigratedFile } from './migrated-file.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'

/** The last schema numbers of the release before this version; before there is one, the first. A release adds its own here. */
const RELEASE_BEFORE = { 'agent.db': 10, 'spool.sqlite': 10 }

const FILES = { 'agent.db': MIGRATIONS, 'spool.sqlite': SPOOL_MIGRATIONS } as const

function open(file: string, migrations: readonly Migration[]) {
  const connection = openMigratedFile({
    file,
    migrations,
    logger: silentLogger,
    prepare: () => undefined,
    adviceWhenDamaged: '',
    adviceWhenOlder: '',
  })
  onTestFinished(() => void connection.close())
  return connection
}

const last = (migrations: readonly Migration[]): number => migrations.at(-1)?.number ?? 0

function next(migrations: readonly Migration[], step: Pick<Migration, 'usableFrom' | 'sql'>): Migration[] {
  return [...migrations, { ...step, number: last(migrations) + 1, name: 'of the next version' }]
}

describe.each(['agent.db', 'spool.sqlite'] as const)('%s', (name) => {
  const migrations = FILES[name]

  test('has only steps with which the release before can work', () => {
    const tooFar = migrations.filter(
      ({ number, usableFrom }) => number > RELEASE_BEFORE[name] && usableFrom > RELEASE_BEFORE[name],
    )
    expect(tooFar).toEqual([])
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => 10 + index))
  })

  test('is opened by the release before as this version left it', () => {
    const file = path.join(temporaryFolder(), name)
    open(file, migrations).close()
    const before = open(
      file,
      migrations.filter(({ number }) => number <= RELEASE_BEFORE[name]),
    )
    expect(before.pragma('user_version', { simple: true })).toBe(last(migrations))
  })

  test('is refused in words where an older agent would do harm, and left as it is', () => {
    const file = path.join(temporaryFolder(), name)
    const step = { usableFrom: last(migrations) + 1, sql: 'CREATE TABLE other (id INTEGER) STRICT' }
    open(file, next(migrations, step)).close()
    expect(() => open(file, migrations)).toThrow(
      /was written by a newer agent .* Install the newer agent again/,
    )
    const found = new Sqlite(file)
    expect(found.pragma('user_version', { simple: true })).toBe(last(migrations) + 1)
    found.close()
  })
})

test('Settings go on in both directions, over a step of the next version', () => {
  const file = path.join(temporaryFolder(), 'agent.db')
  const newer = next(MIGRATIONS, {
    usableFrom: last(MIGRATIONS),
    sql: 'ALTER TABLE setting ADD COLUMN changed_by TEXT; CREATE TABLE news (id INTEGER) STRICT',
  })
  const changedAt = '2026-11-22T09:00:00.000Z'
  const newAgent = open(file, newer)
  storeSetting(newAgent, { name: 'ComputerName', value: 'NEW', changedAt })
  newAgent.exec("UPDATE setting SET changed_by = 'somebody'")
  newAgent.close()
  const oldAgent = open(file, MIGRATIONS)
  expect(storedSettings(oldAgent).get('ComputerName')).toBe('NEW')
  storeSetting(oldAgent, { name: 'ComputerName', value: 'OLD', changedAt })
  storeSetting(oldAgent, { name: 'Email', value: 'a@b.example', changedAt })
  oldAgent.close()
  const again = open(file, newer)
  expect(storedSettings(again)).toEqual(
    new Map([
      ['ComputerName', 'OLD'],
      ['Email', 'a@b.example'],
    ]),
  )
  expect(again.prepare("SELECT changed_by FROM setting WHERE name = 'ComputerName'").get()).toEqual({
    changed_by: 'somebody',
  })
})

test('Labels go on in both directions, over a step of the next version', () => {
  const file = path.join(temporaryFolder(), 'spool.sqlite')
  const newer = next(SPOOL_MIGRATIONS, {
    usableFrom: last(SPOOL_MIGRATIONS),
    sql: 'ALTER TABLE job ADD COLUMN colour TEXT; CREATE INDEX job_colour ON job (colour)',
  })
  const insert = (id: string, column = '', value = ''): string =>
    `INSERT INTO job (id, state, reasons, sender, ended_by, language, bytes, sha256, copies, accepted_at_ms, changed_at_ms${column})
      VALUES ('${id}', 'accepted', '[]', 'x', 'fin', 'zpl', 1, '${'0'.repeat(64)}', 1, 1, 1${value})`
  const newAgent = open(file, newer)
  newAgent.exec(insert('new', ', colour', ", 'red'"))
  newAgent.close()
  const oldAgent = open(file, SPOOL_MIGRATIONS)
  expect(StoredJobs.parse(spoolQueries(oldAgent).jobs.unfinished())).toMatchObject([{ id: 'new' }])
  oldAgent.exec(insert('old'))
  oldAgent.close()
  const ids = StoredJobs.parse(spoolQueries(open(file, newer)).jobs.unfinished()).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(['new', 'old'])
})
