// Gives back the pages of the program's file and of libraries that this process has mapped: of Node's 57 MB an agent at rest uses few.
import { readFileSync } from 'node:fs'

/** madvise(2). A private mapping of a file that nobody wrote to is read from the file's cache again where it is touched. */
const MADV_DONTNEED = 4

export interface MappedRange {
  readonly address: number
  readonly bytes: number
}

/**
 * Of /proc/PID/smaps (proc_pid_smaps(5)): ranges of files that are mapped without a right to write and of which no page differs from its
 * file; what the loader relocated, or V8 patched, is none.
 */
export function unchangedRangesIn(smaps: string): MappedRange[] {
  const mappings = smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
  return mappings.flatMap((mapping) => {
    const head = /^([0-9a-f]+)-([0-9a-f]+) r-[x-]p [0-9a-f]+ \S+ [1-9]\d* /.exec(mapping)
    const [, from, to] = head ?? []
    if (from === undefined || to === undefined) return []
    if (kilobytesOf(mapping, 'Anonymous') !== 0 || kilobytesOf(mapping, 'Rss') === 0) return []
    const address = Number.parseInt(from, 16)
    return [{ address, bytes: Number.parseInt(to, 16) - address }]
  })
}

/** Null: the kernel does not say. */
function kilobytesOf(mapping: string, field: string): number | null {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(mapping)
  return found === null ? null : Number(found[1])
}

/**
 * Takes some milliseconds; what runs next finds its pages in memory as long as the system needs the room for nothing else (16 at a time, a
 * microsecond or two). On Linux only: does nothing elsewhere. Throws when the system's library has no madvise(2).
 */
export async function giveBackMappedFiles(): Promise<void> {
  if (process.platform !== 'linux') return
  const { default: koffi } = await import('koffi')
  const madvise = koffi.load(null).func('int madvise(uint64_t, size_t, int)')
  for (const { address, bytes } of unchangedRangesIn(readFileSync('/proc/self/smaps', 'utf8')))
    madvise(address, bytes, MADV_DONTNEED)
}
