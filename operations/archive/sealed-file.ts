// One file packed by zstd and encrypted by age: there under its name when it is whole and on the disk. By hand: age -d -i SHEET FILE | zstd -d.
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { openedBackup, type BackupOpener } from '../backup/read-backup.ts'

/** Has the time of `from`. Throws Error; then nothing is at `to`. */
export async function sealFile(from: string, to: string, recipient: string): Promise<void> {
  const draft = `${to}.part`
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  try {
    const packed = createReadStream(from).pipe(createZstdCompress())
    const sealed = await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>)
    await pipeline(Readable.fromWeb(sealed as never), createWriteStream(draft, { mode: 0o600 }))
    const { atime, mtime } = statSync(from)
    utimesSync(draft, atime, mtime)
    flush(draft)
    renameSync(draft, to)
    flush(path.dirname(to))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Throws RefusedError when the key is another one. */
export async function openSealed(from: string, to: string, opener: BackupOpener): Promise<void> {
  const clear = Readable.fromWeb((await openedBackup(from, opener)) as never)
  await pipeline(clear, createZstdDecompress(), createWriteStream(to, { mode: 0o600 }))
}

function flush(file: string): void {
  const opened = openSync(file, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
