// The account: what the label programs know was taken, what is on paper, and how soon after each change. Pure.
import type { SentLabel } from './counter.ts'

export interface Printed {
  readonly sha256: string
  /** By the wall clock, in ms. */
  readonly atMs: number
}

export interface Change {
  readonly atMs: number
  readonly what: string
  readonly part: 'with the hub' | 'without the hub'
}

export interface Books {
  readonly sent: readonly SentLabel[]
  readonly printed: readonly Printed[]
  readonly changes: readonly Change[]
}

export interface Times {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface Account {
  readonly sent: number
  readonly accepted: number
  readonly onPaper: number
  /** Accepted, and not on paper although everything has come to rest. */
  readonly lost: number
  readonly doubled: number
  /** From a change to the first label on paper that was handed in after it, by part of the run. */
  readonly recovery: Readonly<Record<Change['part'], Times>>
  /** From a sender's answer to the paper, in the same parts. */
  readonly way: Readonly<Record<Change['part'], Times>>
}

export function accountOf({ sent, printed, changes }: Books): Account {
  const onPaper = Map.groupBy(printed, ({ sha256 }) => sha256)
  const accepted = sent.filter(({ answer }) => answer === 'accepted')
  const paperOf = (label: SentLabel): readonly Printed[] => onPaper.get(label.payload.sha256) ?? []
  const ways = accepted.flatMap((label) => {
    const [first] = paperOf(label)
    return first === undefined ? [] : [{ fromMs: label.atMs, toMs: first.atMs }]
  })
  const hubLeftMs = changes.find(({ part }) => part === 'without the hub')?.atMs ?? Infinity
  const inPart = (part: Change['part']) => (one: { readonly fromMs: number }) =>
    one.fromMs < hubLeftMs === (part === 'with the hub')
  const recoveries = changes.flatMap(({ atMs }) => {
    const outMs = ways.filter(({ fromMs }) => fromMs > atMs).map(({ toMs }) => toMs)
    return outMs.length === 0 ? [] : [{ fromMs: atMs, toMs: outMs.reduce((a, b) => Math.min(a, b)) }]
  })
  const parts = (of: readonly { readonly fromMs: number; readonly toMs: number }[]) => ({
    'with the hub': timesOf(of.filter(inPart('with the hub'))),
    'without the hub': timesOf(of.filter(inPart('without the hub'))),
  })
  return {
    ...{ sent: sent.length, accepted: accepted.length, onPaper: printed.length },
    lost: accepted.filter((label) => paperOf(label).length === 0).length,
    doubled: sent.filter((label) => paperOf(label).length > 1).length,
    ...{ recovery: parts(recoveries), way: parts(ways) },
  }
}

function timesOf(spans: readonly { readonly fromMs: number; readonly toMs: number }[]): Times {
  const times = spans
    .map(({ fromMs, toMs }) => Math.max(0, Math.round(toMs - fromMs)))
    .toSorted((a, b) => a - b)
  const at = (share: number): number => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0
  return { count: times.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: times.at(-1) ?? 0 }
}
