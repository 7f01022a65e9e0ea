// Backups without a database: names, heads that are refused, rows that differ, lists of erased patients, tools that fit.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Encrypter } from 'age-encryption'
import { pack, type Pack } from 'tar-stream'
import { expect, onTestFinished, test } from 'vitest'
import { chooseTool, libpqEnvironment } from '../database/postgres-tools.ts'
import { VITAL } from '../machine/secrets.ts'
import { backupName, checksumFile, checksumText, newestBackup, refuseAltered } from './backup-files.ts'
import { mergedLines } from './erasures.ts'
import { readBackup } from './read-backup.ts'
import { searchPathKept } from './restore-database.ts'
import { judgeHead, rowsThatDiffer, type BackupHead } from './manifest.ts'

const HEAD: BackupHead = {
  manifest: {
    format: 1,
    kind: 'dump',
    version: '0.2.0',
    host: 'a',
    takenAt: '2026-11-27T01:00:00.000Z',
    postgresMajor: 15,
  },
  config: 'x',
  secrets: Object.fromEntries(VITAL.map((name) => [name, 'value'])),
  erasures: {},
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test.each(VITAL)('O119: a backup without %s is refused before anything is begun', (name) => {
  const secrets = { ...HEAD.secrets, [name]: '' }
  expect(() => judgeHead({ ...HEAD, secrets }, '0.2.0')).toThrow(`This backup has no ${name}`)
})

test('a backup of a later version is refused with its name, one of an earlier is taken', () => {
  expect(() => judgeHead(HEAD, '0.1.9')).toThrow(
    'made by version 0.2.0, this is 0.1.9: install that version first',
  )
  expect(() => judgeHead(HEAD, '0.10.0')).not.toThrow()
})

test('the newest backup is told by its name', () => {
  const folder = newFolder()
  expect(newestBackup(folder)).toBeNull()
  const at = new Date('2026-11-27T01:55:09Z')
  for (const name of [backupName(new Date('2026-11-26T23:00:00Z')), backupName(at), 'relay-9999.part'])
    writeFileSync(path.join(folder, name), '')
  expect(newestBackup(folder)).toEqual({
    file: path.join(folder, 'relay-2026-11-27T01-55-09Z.tar.age'),
    takenAt: at,
  })
})

test('a file that is not what was written is refused', async () => {
  const file = path.join(newFolder(), 'backup')
  writeFileSync(file, 'content')
  await refuseAltered(file)
  writeFileSync(
    checksumFile(file),
    checksumText(file, 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73'),
  )
  await refuseAltered(file)
  writeFileSync(file, 'Content')
  await expect(refuseAltered(file)).rejects.toThrow('is not what was written')
})

test('rows that are missing or more are named by table', () => {
  const expected = { store: { 'public."A"': 2, 'public."B"': 1, 'public."C"': 0 } }
  expect(rowsThatDiffer(expected, { store: { 'public."A"': 2, 'public."B"': 3 } })).toEqual([
    'store public."B": 3 in place of 1',
    'store public."C": missing in place of 0',
  ])
})

test('lists of erased patients are put together, and nobody leaves one', () => {
  expect(mergedLines('\na\n\nb\n', '\nb\n\nc\n')).toBe('a\nb\nc\n')
})

test('a tool of the server or a later version is taken, an older one is refused with what to install', () => {
  expect(chooseTool('pg_dump', 16, [15, 18, 17])).toBe('/usr/lib/postgresql/17/bin/pg_dump')
  expect(() => chooseTool('pg_dump', 18, [15])).toThrow('apt-get install postgresql-client-18')
})

test('O124: a password reaches the tools by their environment, never as an argument', () => {
  expect(libpqEnvironment('postgresql://us%40er:p%2Fw@localhost/base?host=%2Frun%2Fpg')).toEqual({
    PGHOST: '/run/pg',
    PGPORT: '5432',
    PGUSER: 'us@er',
    PGPASSWORD: 'p/w',
    PGDATABASE: 'base',
  })
})

test('a restore keeps the schema public in its search path, and changes nothing else', async () => {
  const rest = `copy 'ü' ${'x'.repeat(9_000)} set_config('search_path', '', false)`
  const statements = `begin; SELECT pg_catalog.set_config('search_path', '', false);\n${rest}`
  const chunks = [...Buffer.from(statements)].map((byte) => Buffer.from([byte]))
  const read = await text(Readable.from(chunks).pipe(searchPathKept()))
  expect(read).toBe(`begin; SELECT pg_catalog.set_config('search_path', 'public', false);\n${rest}`)
})

test('an entry that is larger than one ever is gets refused before it is read', async () => {
  const file = path.join(newFolder(), 'backup')
  const tar = pack()
  const entry = tar.entry({ name: 'secrets/large', size: 10 ** 12 })
  entry.write(Buffer.alloc(1_000))
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(10)
  encrypter.setPassphrase('words')
  // The sender dies after the first bytes: what is said of the size must do.
  const first = await new Response(Readable.toWeb(Readable.from(firstOf(tar))) as ReadableStream).bytes()
  writeFileSync(file, await encrypter.encrypt(first))
  const taker = { begin: () => Promise.resolve(), take: () => Promise.resolve() }
  await expect(readBackup(file, { passphrase: 'words' }, taker)).rejects.toThrow(
    'secrets/large in this file has 1000000000000 bytes, more than a backup ever has',
  )
})

async function* firstOf(tar: Pack): AsyncGenerator<Buffer> {
  for await (const chunk of tar) {
    yield chunk as Buffer
    if ((chunk as Buffer).length === 1_000) return
  }
}
