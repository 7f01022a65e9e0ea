// Stolen passwords in a file of the operator: the first 8 bytes of each SHA-1, ascending, searched without reading it whole.
//
//   cut -c1-16 pwned-passwords-sha1-ordered-by-hash.txt | xxd -r -p > breached.bin
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { errorCode } from '../../http/error-code.ts'

export interface BreachedPasswords {
  /** About 30 reads of 8 bytes each for a billion passwords. Nobody outside is asked. */
  has(password: string): Promise<boolean>
  close(): Promise<void>
}

const ENTRY_BYTES = 8
/** Places that are looked at when the file is opened. */
const SAMPLES = 256

/** Throws SettingsError when the file cannot be read, is no list of such entries, or is not in order. */
export async function openBreachedPasswords(file: string): Promise<BreachedPasswords> {
  const handle = await open(file).catch((error: unknown) => {
    throw wrongList(`${file} cannot be read (${errorCode(error) ?? 'unknown reason'})`)
  })
  try {
    const { size } = await handle.stat()
    if (size === 0 || size % ENTRY_BYTES !== 0)
      throw wrongList(`${file} is no list of ${ENTRY_BYTES}-byte entries`)
    const entries = size / ENTRY_BYTES
    if (!(await isAscending(handle, entries))) throw wrongList(`${file} is not in ascending order`)
    return { has: async (password) => holds(handle, entries, entryOf(password)), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** As the lists have it: SHA-1 of the UTF-8 text as people type it. */
function entryOf(password: string): Buffer {
  return createHash('sha1').update(password.normalize('NFC')).digest().subarray(0, ENTRY_BYTES)
}

async function holds(handle: FileHandle, entries: number, wanted: Buffer): Promise<boolean> {
  let [from, to] = [0, entries]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const order = wanted.compare(await entryAt(handle, middle))
    if (order === 0) return true
    if (order > 0) from = middle + 1
    else to = middle
  }
  return false
}

async function isAscending(handle: FileHandle, entries: number): Promise<boolean> {
  let before = Buffer.alloc(ENTRY_BYTES)
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const entry = await entryAt(handle, Math.floor((sample * (entries - 1)) / (SAMPLES - 1)))
    if (entry.compare(before) < 0) return false
    before = entry
  }
  return true
}

async function entryAt(handle: FileHandle, index: number): Promise<Buffer<ArrayBuffer>> {
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(ENTRY_BYTES),
    0,
    ENTRY_BYTES,
    index * ENTRY_BYTES,
  )
  if (bytesRead !== ENTRY_BYTES)
    throw new Error('The list of breached passwords became shorter while it was read')
  return buffer
}

function wrongList(fault: string): SettingsError {
  return new SettingsError([`Identity__BreachedPasswords: ${fault}`])
}
