// What reports of campaigns share: tables, findings with their place, times as percentiles.
import type { Finding } from './verdict.ts'

interface Findings {
  readonly lost: readonly Finding[]
  readonly doubled: readonly Finding[]
  readonly contradictions: readonly Finding[]
}

const SHOWN_FINDINGS = 10

export function reportTable(head: string, rows: readonly (readonly [string, string | number])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return [head, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)]
}

/** The first ten. `place`: what each of the verdicts is about, as a word before its number. */
export function findingLines(place: string, verdicts: readonly Findings[]): string[] {
  const all = verdicts.flatMap(({ lost, doubled, contradictions }, index) => {
    const line =
      (kind: string) =>
      ({ serial, words }: Finding): string =>
        `  ${kind}: ${place} ${index}, label ${serial}: ${words}`
    return [
      ...lost.map(line('lost')),
      ...doubled.map(line('doubled')),
      ...contradictions.map(line('contradiction')),
    ]
  })
  const rest =
    all.length > SHOWN_FINDINGS ? [`  and ${all.length - SHOWN_FINDINGS} more: --json has all`] : []
  return [...all.slice(0, SHOWN_FINDINGS), ...rest]
}

/** All of them, for programs. */
export function allFindings(verdicts: readonly Findings[]): Findings {
  return {
    lost: verdicts.flatMap(({ lost }) => lost),
    doubled: verdicts.flatMap(({ doubled }) => doubled),
    contradictions: verdicts.flatMap(({ contradictions }) => contradictions),
  }
}

/** Whole ms; null stands for a time that did not come to its end. Zero without any. */
export function recoveryOf(lives: readonly { readonly recoveryMs: number | null }[]) {
  const times = lives
    .flatMap(({ recoveryMs }) => (recoveryMs === null ? [] : [recoveryMs]))
    .toSorted((one, other) => one - other)
  const at = (share: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}
