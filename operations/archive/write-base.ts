// Writes one base backup: settings, secrets, erased patients and the whole database server as it lies on its disk, encrypted.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createZstdCompress } from 'node:zlib'
import type { Pack } from 'tar-stream'
import { addParts, majorOf, writeEncrypted } from '../backup/write-backup.ts'
import { chooseTool, installedMajors, startTool } from '../database/postgres-tools.ts'
import type { Installation } from '../machine/installation.ts'
import { BACKUP_URL } from '../machine/secrets.ts'
import { RefusedError } from '../refused.ts'
import { baseName, basesIn, segmentsIn, superfluous } from './archive-files.ts'
import { ensureSlot, logPosition } from './log.queries.ts'

export interface BaseOrder {
  readonly installation: Installation
  readonly archive: string
  readonly now: Date
}

export interface WrittenBase {
  readonly file: string
  readonly bytes: number
  /** Files that nobody needs any more. */
  readonly removed: number
}

/** The file has its name when it is whole and on the disk; then what is older than the one before it goes. Throws Error; then nothing of it stays. */
export async function writeBase({ installation, archive, now }: BaseOrder): Promise<WrittenBase> {
  const recipient = installation.config['Backup__Recipient'] ?? ''
  if (recipient === '') throw new RefusedError('relay.conf says no Backup__Recipient: write one there')
  mkdirSync(archive, { recursive: true, mode: 0o700 })
  const url = installation.secrets[BACKUP_URL] ?? ''
  const major = await majorOf(installation)
  await ensureSlot(url)
  // The checkpoint with which a base begins comes after this.
  const { segment } = await logPosition(url)
  const file = path.join(archive, baseName(now, segment))
  const contents = async (tar: Pack) => {
    await addServer(tar, url, major)
    return { rows: {} }
  }
  const { bytes } = await writeEncrypted({
    installation,
    file,
    now,
    contents,
    kind: 'server',
    passphrase: null,
  })
  const old = superfluous(basesIn(archive), segmentsIn(archive))
  for (const one of old) for (const name of [one, `${one}.sha256`]) rmSync(name, { force: true })
  return { file, bytes, removed: old.length }
}

async function addServer(tar: Pack, url: string, major: number): Promise<void> {
  const tool = chooseTool('pg_basebackup', major, installedMajors())
  const args = ['--pgdata=-', '--format=tar', '--wal-method=none', '--checkpoint=fast', '--no-password']
  const { child, ended } = startTool({ tool, args, as: { url }, database: 'postgres' })
  if (child.stdout === null) throw new Error('pg_basebackup has no pipe')
  const packed = child.stdout.pipe(createZstdCompress())
  try {
    await addParts(tar, 'server', packed)
  } catch (error) {
    child.kill()
    throw error
  }
  const fault = await ended
  if (fault !== null) throw new Error(fault)
}
