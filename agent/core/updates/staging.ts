// Brings the files of a version to the disk, whole before anybody can start them; what was fetched once is kept.
//
//   versions/1.1.0.part/…      each file as it is fetched, or copied from the version that runs
//   versions/1.1.0/            renamed to this once every file is there, is what was signed, and is on the disk
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statfsSync, type StatsFs } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { folderOf, versionIn, versionsFolder } from '../../launcher/layout.ts'
import { flushFolder } from '../../launcher/state-file.ts'
import { get } from './http-get.ts'
import { bytesOf, FILES_FOLDER, type Manifest, type VersionFile } from './manifest.ts'
import { diskError, UpdateError } from './update-error.ts'

export interface StagingParts {
  readonly dataFolder: string
  /** Of the version that runs: files that are the same are copied. */
  readonly ownFolder: string
  /** Of this platform. */
  readonly baseUrl: string
  readonly localAddress: string | null
  readonly signal: AbortSignal
  readonly onProgress: (fetchedBytes: number) => void
}

/** Labels come first: with less than this beside it no version is begun, */
const KEPT_FREE_BYTES = 128 * 1_048_576
/** and below this one that was begun is given up. The spool then takes labels still, or again. */
const LEAST_FREE_BYTES = 48 * 1_048_576
const PART = '.part'
const AT_ONCE = 4

/**
 * The version can be started when this resolves. Throws UpdateError unreachable, damaged, disk_full, not_kept; nothing of
 * it goes on then. What was fetched stays for the next try, unless somebody removes it.
 */
export async function stageVersion({ version, files }: Manifest, parts: StagingParts): Promise<void> {
  const folder = folderOf(parts.dataFolder, version)
  const part = `${folder}${PART}`
  try {
    if (versionIn(folder) === version && (await missingIn(folder, files)).length === 0) return
    await rm(folder, { recursive: true, force: true })
    await mkdir(part, { recursive: true, mode: 0o700 })
    await bringFiles(part, files, parts)
    if (versionIn(part) !== version) throw new UpdateError('damaged', `the files are not those of ${version}`)
    for (const each of foldersOf(part, files)) flushFolder(each)
    await rename(part, folder)
    flushFolder(versionsFolder(parts.dataFolder))
  } catch (error) {
    throw diskError(error)
  }
}

/** Whether a version may be started: it has files of its own to write before it is ready. A disk that does not tell has room. */
export function hasRoomToStart(dataFolder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataFolder)
    return bavail * bsize >= LEAST_FREE_BYTES
  } catch {
    return true
  }
}

/** What no version needs any more, so that the disk holds three of them at most. */
export async function removeOthers(dataFolder: string, keep: readonly string[]): Promise<void> {
  const names = await readdir(versionsFolder(dataFolder), { withFileTypes: true }).catch(() => [])
  for (const entry of names) {
    const isKept = keep.some((version) => entry.name === version || entry.name === `${version}${PART}`)
    if (!entry.isDirectory() || isKept) continue
    await rm(path.join(versionsFolder(dataFolder), entry.name), { recursive: true, force: true })
  }
}

async function bringFiles(part: string, files: readonly VersionFile[], parts: StagingParts): Promise<void> {
  const missing = await missingIn(part, files)
  refuseBelow(bytesOf(missing) + KEPT_FREE_BYTES, await statfs(part))
  let bytes = bytesOf(files) - bytesOf(missing)
  const left = [...missing]
  await together(parts.signal, async (signal) => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      signal.throwIfAborted()
      await bringFile(part, file, { ...parts, signal })
      bytes += file.bytes
      parts.onProgress(bytes)
    }
  })
}

/**
 * Four at a time. Where one fails the others are broken off, and nothing of them goes on when this throws what it threw: a
 * file that is still written would keep room that was given back, and come between the files of the next try.
 */
async function together(outer: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const giveUp = new AbortController()
  const signal = AbortSignal.any([outer, giveUp.signal])
  const failures: unknown[] = []
  const worker = async (): Promise<void> => {
    await work(signal).catch((error: unknown) => {
      failures.push(error)
      giveUp.abort()
    })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (failures.length > 0) throw failures[0]
}

function refuseBelow(bytes: number, { bavail, bsize }: Pick<StatsFs, 'bavail' | 'bsize'>): void {
  const free = bavail * bsize
  if (free < bytes) throw new UpdateError('disk_full', `${Math.floor(free / 1_048_576)} MiB are free`)
}

async function missingIn(folder: string, files: readonly VersionFile[]): Promise<VersionFile[]> {
  const missing: VersionFile[] = []
  for (const file of files) if (!(await isThere(path.join(folder, file.path), file))) missing.push(file)
  return missing
}

async function bringFile(part: string, file: VersionFile, parts: StagingParts): Promise<void> {
  const target = path.join(part, file.path)
  const draft = `${target}.new`
  refuseBelow(file.bytes + LEAST_FREE_BYTES, await statfs(part))
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const own = path.join(parts.ownFolder, file.path)
  if (await isThere(own, file)) await copyFile(own, draft)
  else await fetchFile(draft, file, parts)
  await chmod(draft, file.isProgram === true ? 0o700 : 0o600)
  await flush(draft)
  await rename(draft, target)
}

async function fetchFile(draft: string, file: VersionFile, parts: StagingParts): Promise<void> {
  const { baseUrl, signal, localAddress } = parts
  const url = `${baseUrl}/${FILES_FOLDER}/${file.sha256}`
  const hash = createHash('sha256')
  const target = await open(draft, 'w', 0o600)
  try {
    for await (const chunk of get({ url, maxBytes: file.bytes, signal, localAddress })) {
      hash.update(chunk)
      await target.appendFile(chunk)
    }
  } finally {
    await target.close()
  }
  if (hash.digest('hex') !== file.sha256)
    throw new UpdateError('damaged', `${file.path} is not what was signed`)
}

async function isThere(name: string, { bytes, sha256 }: VersionFile): Promise<boolean> {
  const found = existsSync(name) ? await stat(name) : null
  if (found === null || !found.isFile() || found.size !== bytes) return false
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(name))
    hash.update(Buffer.isBuffer(chunk) ? chunk : String(chunk))
  return hash.digest('hex') === sha256
}

async function flush(name: string): Promise<void> {
  const handle = await open(name, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Innermost first. */
function foldersOf(part: string, files: readonly VersionFile[]): string[] {
  const folders = new Set([part])
  for (const file of files)
    for (let at = path.dirname(file.path); at !== '.'; at = path.dirname(at)) folders.add(path.join(part, at))
  return [...folders].toSorted((one, other) => other.length - one.length)
}
