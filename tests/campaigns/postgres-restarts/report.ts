// What restarts of databases showed, in lines.
export type Mode = 'fast' | 'immediate'

export interface Restart {
  readonly api: string
  readonly mode: Mode
  /** From the signal to the API that is ready again; null: not within its limit. */
  readonly readyS: number | null
}

export interface RestartsResult {
  readonly restarts: readonly Restart[]
  readonly done: Readonly<Record<string, number>>
  readonly refused: ReadonlyMap<string, number>
  readonly faults: readonly string[]
}

export function reportLines({ restarts, done, refused, faults }: RestartsResult): string[] {
  const groups = Map.groupBy(restarts, ({ api, mode }) => `${api} ${mode}`)
  const rows = [...groups].map(([name, group]) => {
    const seconds = group.map(({ readyS }) => readyS ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)
    const middle = seconds[Math.floor(seconds.length / 2)] ?? 0
    const most = seconds.at(-1) ?? 0
    return `  ${name.padEnd(20)} ${String(group.length).padStart(4)} times, ready again after ${middle.toFixed(1)} s, at most ${most.toFixed(1)} s`
  })
  const acknowledged = Object.entries(done).map(([what, count]) => `${count} ${what}`)
  const told = [...refused].map(([code, count]) => `${count} ${code}`)
  const verdict =
    faults.length === 0
      ? 'No program ended, and everything that was acknowledged is there.'
      : `${faults.length} faults:`
  return [
    `${restarts.length} restarts`,
    ...rows,
    `Acknowledged: ${acknowledged.join(', ')}; refused meanwhile: ${told.length === 0 ? 'none' : told.join(', ')}`,
    verdict,
    ...faults,
  ]
}
