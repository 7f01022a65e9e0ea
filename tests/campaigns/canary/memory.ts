// Looks for a text in the memory of a running process, as a dump of it would show it. Linux, as its owner or root.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { formsOf, type SearchResult } from './search.ts'

const PART_BYTES = 4 * 1_048_576
const PAGE_BYTES = 4_096

interface Region {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** All that it has written and still has, while it is stopped; `files` counts regions. Throws when nothing can be read. */
export function searchMemory(pid: number, mark: string): SearchResult {
  process.kill(pid, 'SIGSTOP')
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    const result = { files: 0, bytes: 0, hits: Array<string>() }
    for (const region of regionsOf(pid).flatMap((whole) => presentParts(pid, whole))) {
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
      const match = /^([0-9a-f]+)-([0-9a-f]+) rw\S+ \S+ \S+ \d+\s*(.*)$/.exec(line)
      if (match === null) return []
      const [, from = '', to = '', name = ''] = match
      return [{ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), name: name || 'memory' }]
    })
}

/** Without the pages that were reserved and never used, most of what a Node process maps. */
function presentParts(pid: number, { from, to, name }: Region): Region[] {
  const entries = Buffer.alloc(((to - from) / PAGE_BYTES) * 8)
  const map = openSync(`/proc/${pid}/pagemap`, 'r')
  try {
    readSync(map, entries, 0, entries.length, (from / PAGE_BYTES) * 8)
  } finally {
    closeSync(map)
  }
  const parts: { from: number; to: number; name: string }[] = []
  for (let at = from, entry = 7; at < to; at += PAGE_BYTES, entry += 8) {
    // In memory or swapped out.
    if (((entries[entry] ?? 0) & 0xc0) === 0) continue
    const last = parts.at(-1)
    if (last?.to === at) last.to = at + PAGE_BYTES
    else parts.push({ from: at, to: at + PAGE_BYTES, name })
  }
  return parts
}

/** In parts that overlap by what may stand across two of them. */
function searchRegion(memory: number, { from, to }: Region, mark: string) {
  const forms = formsOf(mark)
  const overlap = Math.max(...forms.map(({ bytes }) => bytes.length)) - 1
  const buffer = Buffer.alloc(overlap + Math.min(PART_BYTES, to - from))
  const found = new Set<string>()
  let [at, kept] = [from, 0]
  while (at < to) {
    const length = Math.min(PART_BYTES, to - at)
    const read = readAt(memory, buffer.subarray(kept, kept + length), at)
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
function readAt(memory: number, into: Buffer, at: number): number {
  try {
    return readSync(memory, into, 0, into.length, at)
  } catch {
    return 0
  }
}
