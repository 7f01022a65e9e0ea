// Opening the database: durable, migrated step by step, one process at a time, refused in words when unusable.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { openDatabase } from './open-database.ts'

function open(dataFolder: string, migrations: readonly Migration[] = MIGRATIONS) {
  const database = openDatabase({ dataFolder, migrations, logger: silentLogger })
  onTestFinished(() => database.close())
  return database
}

const LAST = MIGRATIONS.at(-1)?.number ?? 0

describe('openDatabase', () => {
  test('makes every commit reach the disk', () => {
    const { connection } = open(temporaryFolder())
    const pragma = (name: string): unknown => connection.pragma(name, { simple: true })
    expect([pragma('journal_mode'), pragma('synchronous')]).toEqual(['wal', 2])
    expect([pragma('busy_timeout'), pragma('foreign_keys')]).toEqual([5_000, 1])
  })

  test('keeps folder and files from other users', () => {
    const folder = path.join(temporaryFolder(), 'data')
    open(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const file of ['agent.db', 'agent.db-wal', 'agent.lock']) {
      expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600)
    }
  })

  test('runs each migration once', () => {
    const folder = temporaryFolder()
    openDatabase({ dataFolder: folder, migrations: MIGRATIONS, logger: silentLogger }).close()
    const second = {
      number: LAST + 1,
      usableFrom: 1,
      name: 'more',
      sql: 'CREATE TABLE more (id INTEGER) STRICT',
    }
    const { connection } = open(folder, [...MIGRATIONS, second])
    expect(connection.pragma('user_version', { simple: true })).toBe(second.number)
  })

  test('leaves nothing of a migration that fails', () => {
    const folder = temporaryFolder()
    const broken = {
      number: LAST + 1,
      usableFrom: 1,
      name: 'broken',
      sql: 'CREATE TABLE half (id INTEGER); SELECT nonsense',
    }
    expect(() => open(folder, [...MIGRATIONS, broken])).toThrow('nonsense')
    const { connection } = open(folder)
    expect(connection.pragma('user_version', { simple: true })).toBe(LAST)
    expect(connection.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
  })

  test('refuses a second agent on the same folder', () => {
    const folder = temporaryFolder()
    open(folder)
    expect(() => open(folder)).toThrow(`Another agent is running on the data folder ${folder}`)
  })

  test('lets go of the folder when it closes', () => {
    const folder = temporaryFolder()
    openDatabase({ dataFolder: folder, migrations: MIGRATIONS, logger: silentLogger }).close()
    expect(open(folder).connection.open).toBe(true)
  })

  test('refuses a database of a newer agent and leaves it as it is', () => {
    const folder = temporaryFolder()
    const newer = new Sqlite(path.join(folder, 'agent.db'))
    newer.pragma('user_version = 99')
    newer.close()
    const before = readFileSync(path.join(folder, 'agent.db'))
    expect(() => open(folder)).toThrow(/newer agent \(schema 99, this agent knows \d+\)/)
    expect(readFileSync(path.join(folder, 'agent.db')).equals(before)).toBe(true)
  })

  test('refuses a database of before the first release, says what to do and leaves it as it is', () => {
    const folder = temporaryFolder()
    const draft = new Sqlite(path.join(folder, 'agent.db'))
    draft.pragma('user_version = 6')
    draft.pragma('application_id = 4')
    draft.close()
    const before = readFileSync(path.join(folder, 'agent.db'))
    expect(() => open(folder)).toThrow(
      /before the first release \(schema 6, .* move the folder .* paired anew/,
    )
    expect(readFileSync(path.join(folder, 'agent.db')).equals(before)).toBe(true)
  })

  test('refuses a file that is no database', () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'agent.db'), 'not a database, '.repeat(500))
    expect(() => open(folder)).toThrow(/is damaged and cannot be read/)
  })

  test('refuses a database with a damaged page', () => {
    const folder = temporaryFolder()
    openDatabase({ dataFolder: folder, migrations: MIGRATIONS, logger: silentLogger }).close()
    const file = path.join(folder, 'agent.db')
    writeFileSync(file, readFileSync(file).fill(0xa5, 4_096, 8_192))
    expect(() => open(folder)).toThrow(/is damaged and cannot be read/)
  })

  test('says so when the folder cannot be made', () => {
    const file = path.join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    expect(() => open(path.join(file, 'data'))).toThrow(/cannot be used/)
  })
})
