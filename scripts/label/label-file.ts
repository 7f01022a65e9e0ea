// The bytes to send: a file, standard input, or one of the real labels by its bare name.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'

export interface Label {
  /** For people. */
  readonly name: string
  readonly bytes: Buffer
}

const LABELS = path.resolve(import.meta.dirname, '../../agent/test-printer/labels')
const ENDING = '.zpl'
/** More than any printer of ours takes. */
const MAX_BYTES = 67_108_864

/** The real labels that come with the test printer, with their sizes. */
export function knownLabels(): { readonly name: string; readonly bytes: number }[] {
  return readdirSync(LABELS)
    .filter((name) => name.endsWith(ENDING))
    .toSorted()
    .map((name) => ({ name, bytes: statSync(path.join(LABELS, name)).size }))
}

/** `-` is standard input. A file of that name wins over a known label; `ups` is `ups.zpl`. Throws Error with words. */
export async function readLabel(given: string): Promise<Label> {
  const file = given === '-' ? null : fileOf(given)
  const name = file === null ? 'standard input' : path.basename(file)
  const bytes = await bytesOf(file === null ? process.stdin : createReadStream(file))
  if (bytes.length === 0) throw new Error(`${name} is empty: there is nothing to send.`)
  return { name, bytes }
}

/** The first digits of its SHA-256, by which it is found on a test printer's page. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12)
}

async function bytesOf(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error('This is larger than 64 MiB: no label.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function fileOf(given: string): string {
  const known = path.join(LABELS, path.basename(given, ENDING) + ENDING)
  if (existsSync(given) && statSync(given).isFile()) return given
  if (!/[\\/]/.test(given) && existsSync(known)) return known
  throw new Error(`There is no file ${given}, and no label of that name. All labels: npm run label`)
}
