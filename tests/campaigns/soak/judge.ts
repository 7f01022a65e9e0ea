// What the samples of a soak say: a line for each program, table and log, and whether it is as it has to be. Pure.
import type { ProgramSample, Sample, SoakRecord } from './record.ts'
import { medianOf, slopeOf, type Point } from './robust.ts'
import { ROLLS, ROLL_LABEL_BYTES, ROLL_WHY, RULES, type Happened } from './rules.ts'

export interface VerdictLine {
  /** memory, files, connections, rows, log, labels, load. */
  readonly what: string
  readonly name: string
  readonly text: string
  /** Null: told and not judged. */
  readonly isGood: boolean | null
}

export interface SoakVerdict {
  readonly lines: readonly VerdictLine[]
  readonly isGood: boolean
}

/** MB an hour of one program. */
export const MEMORY_MB_AN_HOUR = 1
/** A start goes on for a while: caches fill and code is compiled. */
const JUDGED_FROM_HOURS = 1
/** Servers of PostgreSQL: each connection is a process, which keeps what it looked up until it ends. */
const SERVER = /^postgres /
const MEGABYTE = 1_048_576
const HOUR_MS = 3_600_000
/** More open files than before are growth beyond both. */
const FILES = { more: 5, share: 0.05 } as const

/** `isShortJudged`: memory of less than an hour, too, in which it cannot be told from a start. */
export function judged(
  record: SoakRecord,
  { isShortJudged }: { readonly isShortJudged: boolean },
): SoakVerdict {
  const later = record.samples.slice(Math.floor(record.samples.length / 4))
  const hours = (record.samples.at(-1)?.atMs ?? 0) / HOUR_MS
  const isMemoryJudged = isShortJudged || hours >= JUDGED_FROM_HOURS
  const lines = [
    ...memoryLines(later, isMemoryJudged),
    ...fileLines(later),
    ...rowLines(record, later),
    ...logLines(record.samples),
    ...loadLines(record),
    ...labelLines(record),
  ]
  return { lines, isGood: record.samples.length > 0 && lines.every(({ isGood }) => isGood !== false) }
}

const namesIn = (samples: readonly Sample[]): string[] => [
  ...new Set(samples.flatMap(({ programs }) => Object.keys(programs))),
]

function memoryLines(samples: readonly Sample[], isJudged: boolean): VerdictLine[] {
  return namesIn(samples).map((name) => {
    if (SERVER.test(name)) return serverLine(samples, name, isJudged)
    const heap = seriesOf(samples, name, ({ heapBytes }) => heapBytes)
    const code = seriesOf(samples, name, ({ codeBytes }) => codeBytes)
    // What is mapped of files ends with them, and an agent at rest gives it back and takes it again.
    const own = seriesOf(samples, name, ({ anonymousBytes }) => anonymousBytes)
    const roll = ROLLS.test(name) ? rollMegabytes(samples) : null
    const isGood =
      heap.length > 0 &&
      isWithin(slopeOf(heap), MEMORY_MB_AN_HOUR + (roll ?? 0)) &&
      // What a test printer made to keep a label comes on top, by whole pages.
      (roll !== null || isWithin(slopeOf(own), MEMORY_MB_AN_HOUR))
    const rule = roll === null ? '' : `; ${roll.toFixed(1)} MB/h more may be its roll: ${ROLL_WHY}`
    const heapText =
      heap.length > 0 ? `heap ${riseText(heap)}, of it code ${riseText(code)}` : 'heap not read'
    const text = `${heapText}; own pages ${riseText(own)}${rule}`
    return { what: 'memory', name, text, isGood: isJudged ? isGood : null }
  })
}

const isWithin = (slope: number | null, most: number): boolean => slope === null || slope <= most

/** MB an hour that labels of that pace are. */
function rollMegabytes(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.atMs === first.atMs) return 0
  const printers = namesIn(samples).filter((name) => ROLLS.test(name)).length
  const labels = (last.load.labels - first.load.labels) / Math.max(1, printers)
  return (labels * ROLL_LABEL_BYTES) / MEGABYTE / ((last.atMs - first.atMs) / HOUR_MS)
}

/**
 * Each process that is there from the first of these samples to the last one, by its own pages. The sum of all says nothing: it is as
 * large as the connections are old, and falls when one ends; how many there are is judged by itself.
 */
function serverLine(samples: readonly Sample[], name: string, isJudged: boolean): VerdictLine {
  const [first, last] = [samples[0]?.programs[name], samples.at(-1)?.programs[name]]
  const staying = Object.keys(last?.ownBytes ?? {}).filter((pid) => first?.ownBytes[pid] !== undefined)
  const all = staying.map((pid) => {
    const points = seriesOf(samples, name, ({ ownBytes }) => ownBytes[pid] ?? null)
    return { points, slope: slopeOf(points) ?? 0 }
  })
  const worst = all.toSorted((one, other) => other.slope - one.slope)[0]
  const sum = seriesOf(samples, name, ({ anonymousBytes }) => anonymousBytes)
  const text = `own pages of ${all.length} processes that stayed, the one that rises most ${riseText(worst?.points ?? [])}; all together ${riseText(sum)}`
  const isGood = worst !== undefined && worst.slope <= MEMORY_MB_AN_HOUR
  return { what: 'memory', name, text, isGood: isJudged ? isGood : null }
}

function riseText(points: readonly Point[]): string {
  const [first, last, slope] = [points[0]?.y ?? 0, points.at(-1)?.y ?? 0, slopeOf(points)]
  return `${first.toFixed(1)} to ${last.toFixed(1)} MB, ${slope === null ? '?' : slope.toFixed(2)} MB/h`
}

/** In hours and MB. */
function seriesOf(samples: readonly Sample[], name: string, of: (one: ProgramSample) => number | null) {
  return samples.flatMap(({ atMs, programs }) => {
    const one = programs[name]
    const bytes = one === undefined ? null : of(one)
    return bytes === null ? [] : [{ x: atMs / HOUR_MS, y: bytes / MEGABYTE }]
  })
}

/** A server of PostgreSQL keeps open what it read, within max_files_per_process (1,000): there sockets count. */
function fileLines(samples: readonly Sample[]): VerdictLine[] {
  const programs = namesIn(samples).map((name) => {
    const what = name.startsWith('postgres') ? 'sockets' : 'files'
    return levelLine(
      what,
      name,
      samples.flatMap((sample) => sample.programs[name]?.[what] ?? []),
    )
  })
  const databases = databaseNames(samples).map((name) =>
    levelLine(
      'connections',
      name,
      samples.flatMap((sample) => sample.databases[name]?.connections ?? []),
    ),
  )
  return [...programs, ...databases]
}

const databaseNames = (samples: readonly Sample[]): string[] => Object.keys(samples.at(-1)?.databases ?? {})

/** The middle of the last third beside the most of the first: pools open and close with what comes at once. */
function levelLine(what: string, name: string, counts: readonly number[]): VerdictLine {
  const third = Math.max(1, Math.floor(counts.length / 3))
  const before = Math.max(0, ...counts.slice(0, third))
  const after = medianOf(counts.slice(-third)) ?? 0
  const isGood = after - before <= Math.max(FILES.more, before * FILES.share)
  return {
    what,
    name,
    text: `${before} at most in the first third, ${after} in the middle of the last`,
    isGood,
  }
}

function rowLines(record: SoakRecord, samples: readonly Sample[]): VerdictLine[] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return []
  const happened = happenedBetween(record, { first, last })
  return databaseNames(samples).flatMap((database) =>
    Object.entries(last.databases[database]?.rows ?? {}).flatMap(([table, rows]) => {
      const before = first.databases[database]?.rows[table] ?? 0
      return rowLine(`${database}.${table}`, { before, rows, happened }) ?? []
    }),
  )
}

function happenedBetween(
  { devices, pharmacies }: SoakRecord,
  { first, last }: { readonly first: Sample; readonly last: Sample },
): Happened {
  const more = Object.fromEntries(
    Object.entries({ ...last.load.done, labels: last.load.labels }).map(([kind, count]) => [
      kind,
      count - (kind === 'labels' ? first.load.labels : (first.load.done[kind] ?? 0)),
    ]),
  )
  return { hours: (last.atMs - first.atMs) / HOUR_MS, devices, pharmacies, more }
}

/** Null: nothing to say of a table that stays as it is. */
function rowLine(
  name: string,
  { before, rows, happened }: { readonly before: number; readonly rows: number; readonly happened: Happened },
): VerdictLine | null {
  const growth = rows - before
  if (growth <= 0) return null
  const rule = RULES[name]
  if (rule === undefined)
    return { what: 'rows', name, text: `${before} to ${rows}: no rule lets it grow`, isGood: false }
  const most = rule.atMost(happened)
  return {
    what: 'rows',
    name,
    text: `${before} to ${rows}, ${Math.floor(before + most)} at most: ${rule.why}`,
    isGood: growth <= most,
  }
}

function logLines(samples: readonly Sample[]): VerdictLine[] {
  return namesIn(samples).flatMap((name) => {
    const news = samples.flatMap(({ programs }) => programs[name]?.log ?? [])
    if (news.length === 0) return []
    const errors = summed(news.map((one) => one.errors))
    const warnings = summed(news.map((one) => one.warnings))
    const megabytes = news.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE
    const text = `${megabytes.toFixed(1)} MB written, errors ${listed(errors)}, warnings ${listed(warnings)}`
    return [{ what: 'log', name, text, isGood: Object.keys(errors).length === 0 }]
  })
}

function summed(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const one of all)
    for (const [name, count] of Object.entries(one)) sums[name] = (sums[name] ?? 0) + count
  return sums
}

function listed(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

function loadLines({ samples, devices, processors }: SoakRecord): VerdictLine[] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return []
  const { done, refused, devicesOnline, panelLooks, panelFailures } = last.load
  // Some are off for a while, as they are to be.
  const isThere = devicesOnline >= devices * 0.98
  return [
    { what: 'load', name: 'done', text: listed(done), isGood: null },
    { what: 'load', name: 'refused', text: listed(refused), isGood: Object.keys(refused).length === 0 },
    { what: 'load', name: 'devices', text: `${devicesOnline} of ${devices} are connected`, isGood: isThere },
    {
      what: 'load',
      name: 'panels',
      text: `${panelLooks} looks, ${panelFailures} without 200`,
      isGood: panelFailures === 0,
    },
    ...namesIn(samples).map((name) => programLine(name, { first, last, processors })),
  ]
}

function programLine(
  name: string,
  { first, last, processors }: { readonly first: Sample; readonly last: Sample; readonly processors: number },
): VerdictLine {
  const [before, after] = [first.programs[name], last.programs[name]]
  const isSame = before !== undefined && after?.pid === before.pid
  if (!isSame)
    return { what: 'load', name, text: 'ended, or was not there from the beginning', isGood: false }
  const share = (after.processorMs - before.processorMs) / Math.max(1, last.atMs - first.atMs)
  const text = `${(share * 100).toFixed(1)} % of one of ${processors} processors`
  return { what: 'load', name, text, isGood: null }
}

function labelLines({ labels }: SoakRecord): VerdictLine[] {
  if (labels === null)
    return [{ what: 'labels', name: 'account', text: 'none: the run did not end by itself', isGood: null }]
  const { accepted, printed, overHub, overLan, isSettled, findings } = labels
  const text = `${accepted} accepted, ${printed} on paper, ${overHub} through the hub, ${overLan} through the LAN`
  const told = [...(isSettled ? [] : ['some never came to rest']), ...findings].join('; ')
  const isGood = isSettled && findings.length === 0
  return [
    {
      what: 'labels',
      name: 'account',
      text: isGood ? `${text}; 0 lost, 0 doubled` : `${text}; ${told}`,
      isGood,
    },
  ]
}
