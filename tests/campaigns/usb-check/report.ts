// What the check found, as a table of parts and as JSON. Pure.
import { NOTICED_MS, PARTS, type Looked } from './outcome.ts'
import type { GuestResult } from './guest.ts'

export interface PartRow {
  readonly part: string
  readonly good: number
  readonly of: number
  /** The slowest, in ms of the guest's clock; null where nobody asks. */
  readonly slowestMs: number | null
  readonly faults: readonly string[]
}

export interface UsbCheckResult {
  readonly parts: readonly PartRow[]
  readonly isGood: boolean
  /** Why it did not come to its end; null: it did. */
  readonly brokenOff: string | null
  readonly faultedBefore: number
}

/** A part of which nothing was looked at is a fault: a skip is never a pass. */
export function resultOf({ looked, isDone, console: lines, faultedBefore }: GuestResult): UsbCheckResult {
  const parts = Object.values(PARTS).map((part) =>
    rowOf(
      part,
      looked.filter((one) => one.part === part),
    ),
  )
  const isGood = isDone && parts.every(({ good, of }) => of > 0 && good === of)
  return { parts, isGood, brokenOff: isDone ? null : lines.join('\n'), faultedBefore }
}

function rowOf(part: string, looked: readonly Looked[]): PartRow {
  const good = looked.filter(({ isGood }) => isGood)
  const times = looked.flatMap(({ tookMs }) => tookMs ?? [])
  return {
    part,
    good: good.length,
    of: looked.length,
    slowestMs: times.length === 0 ? null : Math.max(...times),
    faults: looked
      .filter(({ isGood }) => !isGood)
      .map(({ what, seen, tookMs }) => `${what}: ${seen} (${tookMs ?? '–'} ms)`),
  }
}

export function resultTable({ parts, isGood, brokenOff, faultedBefore }: UsbCheckResult): string {
  const rows = parts.map(
    ({ part, good, of, slowestMs }) =>
      `${of > 0 && good === of ? 'ok    ' : 'FAILED'}  ${part.padEnd(54)} ${`${good} of ${of}`.padStart(9)}${slowestMs === null ? '' : `   slowest ${slowestMs} ms`}`,
  )
  const faults = parts.flatMap(({ part, faults: all }) => all.map((fault) => `  ${part}: ${fault}`))
  const end = isGood
    ? `Everything is as promised (noticed: within ${NOTICED_MS} ms of the guest's clock).`
    : 'Not everything is as promised.'
  const broken = brokenOff === null ? [] : ['It did not come to its end. Its console:', brokenOff]
  const before =
    faultedBefore === 0
      ? []
      : [`Before it the kernels of ${faultedBefore} guests faulted; what they saw is not counted.`]
  return [...rows, ...faults, ...broken, ...before, end].join('\n')
}
