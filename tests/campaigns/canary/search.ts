// Looks for a text in files, however programs write text: as it is, UTF-16, hexadecimal, Base64, turned round.
import { closeSync, openSync, readdirSync, readSync, statSync, type Dirent } from 'node:fs'
import path from 'node:path'

export interface SearchResult {
  readonly files: number
  readonly bytes: number
  /** Which file holds the text, in which form. */
  readonly hits: readonly string[]
}

interface Form {
  readonly name: string
  readonly bytes: Buffer
}

const PART_BYTES = 4 * 1_048_576
const PATIENCE = { files: 200_000, bytes: 8 * 1024 ** 3 } as const

/** Every form of `mark` of which the first and last characters of Base64 do not depend on what stands beside it. */
export function formsOf(mark: string): Form[] {
  const plain = Buffer.from(mark)
  const hex = plain.toString('hex')
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), plain])
      .toString('base64')
      .replaceAll('=', '')
    // What shares bits with its neighbours is left out.
    const from = shift === 0 ? 0 : shift + 1
    return { name: 'Base64', bytes: Buffer.from(text.slice(from, text.length - 1)) }
  })
  return [
    { name: 'plain', bytes: plain },
    { name: 'lower case', bytes: Buffer.from(mark.toLowerCase()) },
    { name: 'UTF-16', bytes: Buffer.from(mark, 'utf16le') },
    { name: 'hexadecimal', bytes: Buffer.from(hex) },
    { name: 'hexadecimal', bytes: Buffer.from(hex.toUpperCase()) },
    ...base64,
    { name: 'backwards', bytes: Buffer.from(plain).reverse() },
  ]
}

/** Which forms stand in the bytes. */
export function formsIn(bytes: Buffer, mark: string): string[] {
  const found = formsOf(mark).filter((form) => bytes.includes(form.bytes))
  return [...new Set(found.map(({ name }) => name))]
}

/** All files below the folders that changed since then; those that go away meanwhile are passed over. */
export function searchFolders(
  folders: readonly string[],
  mark: string,
  { sinceMs = 0, depth = 20 }: { readonly sinceMs?: number; readonly depth?: number } = {},
): SearchResult {
  const result = { files: 0, bytes: 0, hits: Array<string>() }
  const forms = formsOf(mark)
  const room = roomFor(forms)
  const visit = (folder: string, left: number): void => {
    for (const entry of entriesOf(folder)) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory() && left > 0) visit(file, left - 1)
      if (!entry.isFile()) continue
      if (result.files >= PATIENCE.files || result.bytes >= PATIENCE.bytes)
        throw new Error(`too much to search: stopped at ${file}`)
      const searched = searchFile(file, { forms, room, sinceMs })
      if (searched === null) continue
      result.files += 1
      result.bytes += searched.bytes
      result.hits.push(...searched.found.map((form) => `${file} (${form})`))
    }
  }
  for (const folder of folders) visit(folder, depth)
  return result
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

interface Search {
  readonly forms: readonly Form[]
  readonly room: Buffer
  readonly sinceMs: number
}

/** For a part of a file; one for all of a search: thousands of 4 MB each were most of its work. */
function roomFor(forms: readonly Form[]): Buffer {
  return Buffer.alloc(overlapOf(forms) + PART_BYTES)
}

/** What may stand across two parts. */
function overlapOf(forms: readonly Form[]): number {
  return Math.max(...forms.map(({ bytes }) => bytes.length)) - 1
}

function searchFile(file: string, { forms, room, sinceMs }: Search) {
  try {
    if (statSync(file).mtimeMs < sinceMs) return null
    const handle = openSync(file, 'r')
    try {
      return searchHandle(handle, forms, room)
    } finally {
      closeSync(handle)
    }
  } catch {
    return null
  }
}

/** In parts that overlap. */
function searchHandle(handle: number, forms: readonly Form[], buffer: Buffer) {
  const overlap = overlapOf(forms)
  const found = new Set<string>()
  let [bytes, kept] = [0, 0]
  for (;;) {
    const read = readSync(handle, buffer, kept, PART_BYTES, null)
    if (read === 0) return { bytes, found: [...found] }
    const part = buffer.subarray(0, kept + read)
    for (const form of forms) if (part.includes(form.bytes)) found.add(form.name)
    bytes += read
    kept = Math.min(overlap, part.length)
    part.copyWithin(0, part.length - kept)
  }
}
