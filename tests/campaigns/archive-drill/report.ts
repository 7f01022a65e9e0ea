// What came of a drill, beside what is asked of it. Pure.
import type { DrillResult } from './run-drill.ts'

const RPO_S = 300
const RTO_S = 600

export function isGood({ drill, lostS, recoverS, faults }: DrillResult): boolean {
  const rpoS = Math.max(drill.rpoS, lostS)
  const rtoS = Math.max(drill.rtoS, recoverS)
  return faults.length === 0 && rpoS <= RPO_S && rtoS <= RTO_S
}

export function reportLines(result: DrillResult): string[] {
  const { databaseBytes, baseBytes, baseS, drill, written, lost, lostS, recoverS, faults } = result
  const verdict = isGood(result) ? 'Both are kept.' : 'MISSED.'
  return [
    `database server ${mb(databaseBytes)} MB; base ${mb(baseBytes)} MB, ${baseS.toFixed(1)} s`,
    `drill: RPO ${drill.rpoS.toFixed(0)} s, RTO ${drill.rtoS.toFixed(1)} s, ${drill.rows} rows, ${drill.segments} segments of log`,
    `the machine lost: ${lost} of ${written} acknowledged rows are gone, the oldest ${lostS.toFixed(0)} s old; back after ${recoverS.toFixed(1)} s`,
    `RPO at most ${RPO_S} s, RTO at most ${RTO_S} s: ${verdict}`,
    ...faults.slice(0, 10),
  ]
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0)
