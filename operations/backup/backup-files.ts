// The files of backups in a folder: how they are named, which is the newest, their checksum beside them.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RefusedError } from '../refused.ts'

const NAME = /^relay-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.tar\.age$/

export interface BackupFile {
  readonly file: string
  readonly takenAt: Date
}

/** `relay-2026-11-27T01-55-00Z.tar.age`: sorts by time, and every file system takes it. */
export function backupName(at: Date): string {
  return `relay-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.age`
}

/** Removes all but the newest `kept`, and their checksums; returns how many. */
export function removeOlder(folder: string, kept: number): number {
  const older = namesIn(folder).slice(0, -kept)
  for (const name of older)
    for (const file of [path.join(folder, name), checksumFile(path.join(folder, name))])
      rmSync(file, { force: true })
  return older.length
}

/** Oldest first: by name, not by the file's own time, which a copy changes. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
}

/** Null where there is none. */
export function newestBackup(folder: string): BackupFile | null {
  const newest = namesIn(folder).at(-1)
  if (newest === undefined) return null
  const [, day = '', hour = '', minute = '', second = ''] = NAME.exec(newest) ?? []
  return { file: path.join(folder, newest), takenAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }
}

export const checksumFile = (file: string): string => `${file}.sha256`

/** As `sha256sum --check` reads it. */
export function checksumText(file: string, digest: string): string {
  return `${digest}  ${path.basename(file)}\n`
}

/** Throws RefusedError where file and checksum differ; without a checksum beside it the encryption alone speaks for the file. */
export async function refuseAltered(file: string): Promise<void> {
  if (!existsSync(file)) throw new RefusedError(`There is no file ${file}`)
  if (!existsSync(checksumFile(file))) return
  const [expected = ''] = readFileSync(checksumFile(file), 'utf8').split(' ')
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('hex') !== expected)
    throw new RefusedError(
      `${file} is not what was written (its checksum differs): take another backup, or another copy`,
    )
}
