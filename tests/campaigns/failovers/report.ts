// What failovers showed, in lines.

export interface Failover {
  /** The machine whose PostgreSQL was killed. */
  readonly killed: string
  /** From the kill until a write was acknowledged again; null: not within the limit. */
  readonly writesS: number | null
  /** From the kill until the panel told of each computer what it is; null: not within the limit. */
  readonly panelS: number | null
  /** From its start until the killed one had everything again; null: not within the limit. */
  readonly rejoinedS: number | null
  /** Computers that were there all the time and were shown offline meanwhile. */
  readonly wronglyOffline: readonly string[]
}

export interface FailoversResult {
  readonly asked: number
  readonly failovers: readonly Failover[]
  readonly done: Readonly<Record<string, number>>
  readonly refused: ReadonlyMap<string, number>
  /** Of what was acknowledged. */
  readonly missing: readonly string[]
  readonly faults: readonly string[]
}

/** The promise of the panel. */
export const PANEL_LIMIT_S = 30

export function failoverLine(index: number, asked: number, failover: Failover): string {
  const { killed, writesS, panelS, rejoinedS, wronglyOffline } = failover
  return `${index} of ${asked}: ${killed} killed; writes go on after ${seconds(writesS)}, the panel is right after ${seconds(panelS)}, a standby again ${seconds(rejoinedS)} after its start${wronglyOffline.length === 0 ? '' : `; shown offline meanwhile although there: ${wronglyOffline.join(', ')}`}`
}

/** One sentence for each that is not as promised. */
export function failoverFaults(index: number, { killed, writesS, panelS, rejoinedS }: Failover): string[] {
  return [
    ...(writesS === null ? [`${index}: nothing was written after ${killed} was killed`] : []),
    ...(panelS === null || panelS > PANEL_LIMIT_S
      ? [`${index}: the panel was not right within ${PANEL_LIMIT_S} s (${seconds(panelS)})`]
      : []),
    ...(rejoinedS === null ? [`${index}: ${killed} did not become a standby again`] : []),
  ]
}

export function reportLines({ asked, failovers, done, refused, missing, faults }: FailoversResult): string[] {
  const all = Object.values(done).reduce((sum, count) => sum + count, 0)
  const acknowledged = Object.entries(done).map(([what, count]) => `${count} ${what}`)
  const told = [...refused].map(([code, count]) => `${count} ${code}`)
  return [
    `${failovers.length} of ${asked} failovers, the primary and its patroni killed by kill -9`,
    spread('writes go on after', failovers, ({ writesS }) => writesS),
    spread('the panel is right after', failovers, ({ panelS }) => panelS),
    spread('a standby again, after its start', failovers, ({ rejoinedS }) => rejoinedS),
    `  computers shown offline meanwhile that were there: in ${failovers.filter((one) => one.wronglyOffline.length > 0).length} of ${failovers.length}`,
    `Acknowledged: ${all} (${acknowledged.join(', ')}), missing: ${missing.length}; refused meanwhile: ${told.length === 0 ? 'none' : told.join(', ')}`,
    faults.length + missing.length === 0
      ? 'No program ended, and everything that was acknowledged is there.'
      : `${faults.length + missing.length} faults:`,
    ...faults,
    ...missing,
  ]
}

function spread(
  what: string,
  failovers: readonly Failover[],
  valueOf: (one: Failover) => number | null,
): string {
  const values = failovers.map((one) => valueOf(one) ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)
  const middle = values[Math.floor(values.length / 2)] ?? 0
  return `  ${what.padEnd(34)} ${middle.toFixed(1)} s (median), at most ${(values.at(-1) ?? 0).toFixed(1)} s`
}

function seconds(value: number | null): string {
  return value === null ? '-' : `${value.toFixed(1)} s`
}
