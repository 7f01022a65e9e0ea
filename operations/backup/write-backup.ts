// Writes one backup: settings, secrets, erased patients and every database, through tar and age into a file, without a copy in clear.
import { createHash } from 'node:crypto'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  fsyncSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Encrypter } from 'age-encryption'
import { withDatabase } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { pack, type Pack } from 'tar-stream'
import { databaseFacts } from '../database/facts.queries.ts'
import { chooseTool, installedMajors, startTool } from '../database/postgres-tools.ts'
import { databaseName } from '../machine/config-file.ts'
import { treeVersion } from '../machine/health.ts'
import type { Installation } from '../machine/installation.ts'
import { databases } from '../machine/programs.ts'
import { BACKUP_URL } from '../machine/secrets.ts'
import { backupName, checksumFile, checksumText } from './backup-files.ts'
import type { BackupEnd, Manifest } from './manifest.ts'
import { withSnapshot } from './rows.queries.ts'

/** A tar says the size of an entry before it; so much of a database is held in memory at a time. */
const PART_BYTES = 8 * 1_024 * 1_024

/** `passphrase` instead of the key of relay.conf; age takes one or the other. */
export interface BackupOrder {
  readonly installation: Installation
  readonly folder: string
  readonly passphrase: string | null
  readonly now: Date
}

export interface WrittenBackup {
  readonly file: string
  readonly bytes: number
  readonly rows: BackupEnd['rows']
}

/** The file has its name when it is whole and on the disk. Throws Error; then nothing of it stays. */
export async function writeBackup(order: BackupOrder): Promise<WrittenBackup> {
  const { installation, folder, now } = order
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, backupName(now))
  const contents = async (tar: Pack): Promise<BackupEnd> => addDatabases(tar, installation)
  const { bytes, end } = await writeEncrypted({ ...order, file, contents, kind: 'dump' })
  return { file, bytes, rows: end.rows }
}

export interface EncryptedOrder {
  readonly installation: Installation
  readonly file: string
  readonly passphrase: string | null
  readonly now: Date
  readonly kind: Manifest['kind']
  /** Writes what is behind settings and secrets. */
  readonly contents: (tar: Pack) => Promise<BackupEnd>
}

/** As above, of any contents. */
export async function writeEncrypted(
  order: EncryptedOrder,
): Promise<{ readonly bytes: number; readonly end: BackupEnd }> {
  const { file } = order
  const draft = `${file}.part`
  try {
    const { end, bytes, digest } = await writeDraft(order, draft)
    flush(draft)
    // First the checksum: a file that has its name has one beside it.
    await pipeline(
      Readable.from([checksumText(file, digest)]),
      createWriteStream(checksumFile(file), { mode: 0o600, flush: true }),
    )
    renameSync(draft, file)
    flush(path.dirname(file))
    return { bytes, end }
  } catch (error) {
    for (const left of [draft, checksumFile(file)]) rmSync(left, { force: true })
    throw error
  }
}

async function writeDraft(order: EncryptedOrder, draft: string) {
  const { installation, passphrase } = order
  const encrypter = new Encrypter()
  if (passphrase === null) encrypter.addRecipient(installation.config['Backup__Recipient'] ?? '')
  else encrypter.setPassphrase(passphrase)
  const tar = pack()
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => (
      hash.update(chunk),
      (bytes += chunk.length),
      done(null, chunk)
    ),
  })
  const encrypted = await encrypter.encrypt(Readable.toWeb(Readable.from(tar)) as ReadableStream<Uint8Array>)
  const written = pipeline(
    Readable.fromWeb(encrypted as never),
    count,
    createWriteStream(draft, { mode: 0o600 }),
  )
  const filled = fill(tar, order).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  // The fault of who fills says more than that of the pipe which it breaks.
  const [fillEnd, writeEnd] = await Promise.allSettled([filled, written])
  if (fillEnd.status === 'rejected') throw fillEnd.reason
  if (writeEnd.status === 'rejected') throw writeEnd.reason
  return { end: fillEnd.value, bytes, digest: hash.digest('hex') }
}

async function fill(tar: Pack, { installation, now, kind, contents }: EncryptedOrder): Promise<BackupEnd> {
  const { places, secrets } = installation
  const manifest: Manifest = {
    format: 1,
    kind,
    version: treeVersion(),
    host: os.hostname(),
    takenAt: now.toISOString(),
    postgresMajor: await majorOf(installation),
  }
  await add(tar, 'manifest.json', JSON.stringify(manifest))
  await add(tar, 'relay.conf', readFileSync(places.config))
  for (const [name, value] of Object.entries(secrets)) await add(tar, `secrets/${name}`, value)
  const lists = existsSync(places.erasures) ? readdirSync(places.erasures) : []
  for (const name of lists) await add(tar, `erasures/${name}`, readFileSync(path.join(places.erasures, name)))
  const end = await contents(tar)
  await add(tar, 'end.json', JSON.stringify(end))
  tar.finalize()
  return end
}

async function addDatabases(tar: Pack, installation: Installation): Promise<BackupEnd> {
  const { config, secrets } = installation
  const major = await majorOf(installation)
  const rows: Record<string, Record<string, number>> = {}
  for (const { suffix } of databases) {
    const url = withDatabase(secrets[BACKUP_URL] ?? '', databaseName(config, suffix))
    rows[suffix] = await withSnapshot(url, async (snapshot) =>
      addDatabase(tar, suffix, { url, snapshot, major }),
    )
  }
  return { rows }
}

async function addDatabase(
  tar: Pack,
  suffix: string,
  { url, snapshot, major }: { readonly url: string; readonly snapshot: string; readonly major: number },
): Promise<void> {
  const tool = chooseTool('pg_dump', major, installedMajors())
  const args = ['--format=custom', '--no-password', `--snapshot=${snapshot}`]
  const { child, ended } = startTool({ tool, args, as: { url }, database: new URL(url).pathname.slice(1) })
  try {
    if (child.stdout !== null) await addParts(tar, suffix, child.stdout)
  } catch (error) {
    child.kill()
    throw error
  }
  // It closes its output before it ends: killed in between it would count as broken.
  const fault = await ended
  if (fault !== null) throw new Error(fault)
}

/** A stream as parts of one name, in order. */
export async function addParts(tar: Pack, name: string, stream: AsyncIterable<unknown>): Promise<void> {
  let held: Buffer[] = []
  let size = 0
  let number = 0
  const flushPart = async (): Promise<void> => {
    number += 1
    await add(tar, `databases/${name}.${String(number).padStart(6, '0')}`, Buffer.concat(held))
    held = []
    size = 0
  }
  for await (const chunk of stream) {
    held.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= PART_BYTES) await flushPart()
  }
  await flushPart()
}

export async function majorOf({ secrets }: Installation): Promise<number> {
  const [first] = databases
  if (first === undefined) return 0
  return (await databaseFacts(secrets[first.setting] ?? '', first.migrationsFolder)).major
}

/** Returns when it was taken on: a slow disk slows the database down, and memory does not grow. */
async function add(tar: Pack, name: string, content: string | Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    tar.once('error', reject)
    tar.entry({ name, mode: 0o600 }, content, (error) => {
      tar.off('error', reject)
      if (error) reject(error)
      else resolve()
    })
  })
}

function flush(file: string): void {
  const opened = openSync(file, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
