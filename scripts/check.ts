// npm run check: every check that needs no running system; ends with code 1 when one failed.
import { printCheck, runChecks } from './checks.ts'

const results = await runChecks(printCheck)
const failed = results.filter((result) => result.fault !== null)
console.log(
  failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map((result) => result.name).join(', ')}.`,
)
process.exitCode = failed.length === 0 ? 0 : 1
