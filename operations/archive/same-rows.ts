// Whether a recovered server has the rows of the live one at one position of the log. Counting is exact; between two looks at the position a few more may
// have been written, of which each takes at least as many bytes of log.
import { rowsThatDiffer, type BackupEnd } from '../backup/manifest.ts'

type Rows = BackupEnd['rows']

/** Header of a row in the log: no row takes less (PostgreSQL's access/heapam_xlog.h, access/htup_details.h). */
const LEAST_BYTES = 24

/** In words, empty where all is there. `between`: bytes of log from before the counting began until behind it. */
export function missingRows(live: Rows, recovered: Rows, between: number): string[] {
  const allowed = Math.ceil(between / LEAST_BYTES)
  const differing = Object.entries(live).flatMap(([database, tables]) =>
    Object.entries(tables).map(([table, count]) =>
      Math.abs(count - (recovered[database]?.[table] ?? Number.NaN)),
    ),
  )
  const sum = differing.reduce((all, one) => all + one, 0)
  return sum <= allowed ? [] : rowsThatDiffer(live, recovered)
}
