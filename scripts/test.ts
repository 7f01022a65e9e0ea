// npm test [-- PATTERN ...]: Vitest and the browser stories; the last line counts what ran.
import { closingLine } from './testing/test-reports.ts'
import { runTests } from './tests.ts'

const tally = await runTests(process.argv.slice(2))
console.log(closingLine(tally))
process.exitCode = tally.failed === 0 ? 0 : 1
