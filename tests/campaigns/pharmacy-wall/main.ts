// `npm run pharmacy-wall -- --calls 100000 --seed 1`: nothing of one pharmacy's patients is answered to another one.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '@pharmacy-relay/relay-server/db/database.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/pharmacy-api/database.ts'
import type { PharmacySchema } from '@pharmacy-relay/relay-server/pharmacy-api/schema.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { seedOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { runPharmacyWall, type PharmacyWallResult } from './wall-run.ts'

await runProgram({
  name: 'pharmacy-wall',
  about: `Pharmacists of 8 pharmacies call a pharmacy API over HTTP with ids, codes and phones of their own and of others; code 1 when
anything of one pharmacy was answered to another, or changed by it.`,
  options: {
    calls: whole('calls', { low: 1, high: 999_999_999, fallback: 10_000 }),
    seed: seedOption,
  },
  run: async ({ calls, seed }, say) => {
    const folder = mkdtempSync('/tmp/relay-wall-')
    // PostgreSQL runs as another account and has to get through.
    chmodSync(folder, 0o711)
    const database = await openDatabase<PharmacySchema>({
      connectionString: null,
      dataFolder: path.join(folder, 'pharmacy'),
      name: 'pharmacy',
      migrationsFolder: MIGRATIONS_FOLDER,
      logger: silentLogger,
    })
    try {
      const result = await runPharmacyWall({ calls, seed, database, say })
      return { text: textOf(result, calls, seed), isGood: result.faults.length === 0 }
    } finally {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

function textOf(result: PharmacyWallResult, calls: number, seed: number): string {
  const { byCall, byOutcome, seconds, foreign, rows, faults } = result
  const counts = (of: Readonly<Record<string, number>>): string[] =>
    Object.entries(of)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => `  ${name.padEnd(48)}${count}`)
  const end = `${calls} calls, seed ${seed}: ${seconds.toFixed(0)} s; ${foreign} asked for what is another pharmacy's or nobody's; ${rows} rows looked through at the end; ${faults.length} faults`
  return [...counts(byCall), 'outcomes', ...counts(byOutcome), end, ...faults].join('\n')
}
