// The short form of the campaign: 20 MB, half a minute of rows.
import { expect, test } from 'vitest'
import { debianMajor } from '../installation/debian-postgres.ts'
import { isGood } from './report.ts'
import { runDrill } from './run-drill.ts'

const major = debianMajor()

test.skipIf(major === null)(
  "O120: what a lost machine's archive has comes back by the key of the sheet, counted, without a hole (needs root and Debian's PostgreSQL)",
  async () => {
    const result = await runDrill({ major: major ?? 0, megabytes: 20, writeS: 30, say: () => {} })
    expect(result.faults).toEqual([])
    expect(isGood(result)).toBe(true)
    // More than the base came back: the log behind it counts.
    expect(result.written - result.lost).toBeGreaterThan(0)
    expect(result.drill.segments).toBeGreaterThan(0)
  },
  900_000,
)
