// How long labels took, and how soon after each change of an address one came out. Pure.

export interface Change {
  readonly atMs: number
  readonly what: string
  readonly part: 'with the hub' | 'without the hub'
}

/** Times by the wall clock, in ms. */
export interface Seen {
  readonly sent: readonly {
    readonly payload: { readonly serial: number }
    readonly answer: string
    /** When its sender had its answer. */
    readonly atMs: number
  }[]
  readonly roll: readonly { readonly serial: number; readonly atMs: number }[]
  readonly changes: readonly Change[]
}

export interface Times {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface Spans {
  /** From a change to the first label on paper that was handed in after it, by part of the run. */
  readonly recovery: Readonly<Record<Change['part'], Times>>
  /** From a sender's answer to the paper, in the same parts. */
  readonly way: Readonly<Record<Change['part'], Times>>
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export function spansOf({ sent, roll, changes }: Seen): Spans {
  const paperMs = new Map(roll.toReversed().map(({ serial, atMs }) => [serial, atMs]))
  const way = sent.flatMap(({ payload, answer, atMs: fromMs }) => {
    const toMs = paperMs.get(payload.serial)
    return answer !== 'accepted' || toMs === undefined ? [] : [{ fromMs, toMs }]
  })
  const recovery = changes.flatMap(({ atMs }) => {
    const outMs = way.filter(({ fromMs }) => fromMs > atMs).map(({ toMs }) => toMs)
    return outMs.length === 0 ? [] : [{ fromMs: atMs, toMs: outMs.reduce((a, b) => Math.min(a, b)) }]
  })
  const hubLeftMs = changes.find(({ part }) => part === 'without the hub')?.atMs ?? Infinity
  const parts = (spans: readonly Span[]) => ({
    'with the hub': timesOf(spans.filter(({ fromMs }) => fromMs < hubLeftMs)),
    'without the hub': timesOf(spans.filter(({ fromMs }) => fromMs >= hubLeftMs)),
  })
  return { recovery: parts(recovery), way: parts(way) }
}

function timesOf(spans: readonly Span[]): Times {
  const times = spans
    .map(({ fromMs, toMs }) => Math.max(0, Math.round(toMs - fromMs)))
    .toSorted((a, b) => a - b)
  const at = (share: number): number => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0
  return { count: times.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: times.at(-1) ?? 0 }
}
