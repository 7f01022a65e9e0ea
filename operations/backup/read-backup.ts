// Reads one backup as a stream: first its head, by which it is decided whether to begin, then each database into pg_restore.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Decrypter } from 'age-encryption'
import { extract, type Header } from 'tar-stream'
import { RefusedError } from '../refused.ts'
import { BackupEnd, Manifest, type BackupHead } from './manifest.ts'

export type BackupOpener = { readonly identity: string } | { readonly passphrase: string }

export interface BackupTaker {
  /** Called once, before the first database. What it throws ends the reading. */
  begin(head: BackupHead): Promise<void>
  /** The parts of a database in order; `part` has to be read to its end. */
  take(suffix: string, part: AsyncIterable<unknown>): Promise<void>
}

const PART = /^databases\/([a-z]+)\.\d{6}$/
/** Of an entry that is not a part of a database, in bytes; a list of a million erased patients takes some 40 MB. */
const SMALL_LIMIT = 64 * 1_024 * 1_024
const FILE = /^(secrets|erasures)\/([\w.-]{1,80})$/

/** Throws RefusedError when the key is another one, Error when the file ends too early. */
export async function readBackup(file: string, opener: BackupOpener, taker: BackupTaker): Promise<BackupEnd> {
  const tar = extract()
  const clear = Readable.fromWeb((await openedBackup(file, opener)) as never)
  clear.on('error', (error) => tar.destroy(error))
  clear.pipe(tar)
  const head = {
    manifest: null as Manifest | null,
    config: '',
    secrets: {} as Record<string, string>,
    erasures: {} as Record<string, string>,
  }
  let hasBegun = false
  let end: BackupEnd | null = null
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      const [, suffix] = PART.exec(name) ?? []
      if (suffix === undefined) end = (await readSmall(entry, head)) ?? end
      else {
        if (!hasBegun) await taker.begin(headOf(head))
        hasBegun = true
        await taker.take(suffix, entry)
      }
    }
  } finally {
    clear.destroy()
  }
  if (end === null) throw new Error(`${file} ends too early: it is no whole backup`)
  return end
}

/** What is in the file, in clear. Throws RefusedError when the key is another one. */
export async function openedBackup(file: string, opener: BackupOpener): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter()
  if ('identity' in opener) decrypter.addIdentity(opener.identity)
  else decrypter.addPassphrase(opener.passphrase)
  const sealed = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  try {
    return await decrypter.decrypt(sealed)
  } catch (error) {
    throw new RefusedError(
      `${file} cannot be opened: it was made for another key, or it is damaged (${error instanceof Error ? error.message : ''})`,
    )
  }
}

interface OpenHead {
  manifest: Manifest | null
  config: string
  readonly secrets: Record<string, string>
  readonly erasures: Record<string, string>
}

/** Returns the end when this entry is it. Names that are not known are of later versions. */
async function readSmall(
  entry: AsyncIterable<unknown> & { readonly header: Header },
  head: OpenHead,
): Promise<BackupEnd | null> {
  const { name } = entry.header
  const content = await textOf(entry)
  const [, folder, file = ''] = FILE.exec(name) ?? []
  if (name === 'manifest.json') head.manifest = Manifest.parse(JSON.parse(content))
  else if (name === 'relay.conf') head.config = content
  else if (folder === 'secrets') head.secrets[file] = content
  else if (folder === 'erasures') head.erasures[file] = content
  return name === 'end.json' ? BackupEnd.parse(JSON.parse(content)) : null
}

async function textOf(entry: AsyncIterable<unknown> & { readonly header: Header }): Promise<string> {
  const { name, size } = entry.header
  if (size > SMALL_LIMIT)
    throw new RefusedError(`${name} in this file has ${size} bytes, more than a backup ever has`)
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function headOf({ manifest, ...rest }: OpenHead): BackupHead {
  if (manifest === null)
    throw new RefusedError('This file has no manifest: it was not made by relayctl backup')
  return { manifest, ...rest }
}
