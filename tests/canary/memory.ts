// Looks for a text in the memory of a running process, as a dump of it would show it. Linux, as its owner or root.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { formsOf, type SearchResult } from './search.ts'

const PART_BYTES = 4 * 1_048_576

interface Region {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** Every readable byte, while the process is stopped; `files` counts regions. Throws when nothing can be read. */
export function searchMemory(pid: number, mark: string): SearchResult {
  process.kill(pid, 'SIGSTOP')
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    const result = { files: 0, bytes: 0, hits: Array<string>() }
    for (const region of regionsOf(pid)) {
      const { bytes, found } = searchRegion(memory, region, mark)
      result.files += 1
      result.bytes += bytes
      result.hits.push(...found.map((form) => `${region.name} (${form})`))
    }
    if (result.bytes === 0) throw new Error(`the memory of process ${pid} cannot be read`)
    return result
  } finally {
    closeSync(memory)
    process.kill(pid, 'SIGCONT')
  }
}

function regionsOf(pid: number): Region[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^([0-9a-f]+)-([0-9a-f]+) r\S+ \S+ \S+ \d+\s*(.*)$/.exec(line)
      if (match === null) return []
      const [, from = '', to = '', name = ''] = match
      return [{ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), name: name || 'memory' }]
    })
    .filter(({ name }) => !/^\[v(var|syscall|dso)/.test(name))
}

/** In parts that overlap by what may stand across two of them. */
function searchRegion(memory: number, { from, to }: Region, mark: string) {
  const forms = formsOf(mark)
  const overlap = Math.max(...forms.map(({ bytes }) => bytes.length)) - 1
  const buffer = Buffer.alloc(overlap + PART_BYTES)
  const found = new Set<string>()
  let [at, kept] = [from, 0]
  while (at < to) {
    const read = readAt(memory, { buffer, offset: kept, length: Math.min(PART_BYTES, to - at), at })
    if (read === 0) break
    const part = buffer.subarray(0, kept + read)
    for (const form of forms) if (part.includes(form.bytes)) found.add(form.name)
    at += read
    kept = Math.min(overlap, part.length)
    part.copyWithin(0, part.length - kept)
  }
  return { bytes: at - from, found: [...found] }
}

/** 0 for what the system does not show, such as pages of a device. */
function readAt(
  memory: number,
  {
    buffer,
    offset,
    length,
    at,
  }: { readonly buffer: Buffer; readonly offset: number; readonly length: number; readonly at: number },
): number {
  try {
    return readSync(memory, buffer, offset, length, at)
  } catch {
    return 0
  }
}
