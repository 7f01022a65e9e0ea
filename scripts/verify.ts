// npm run verify: tools, checks, tests. The last line counts everything; a check counts like one test.
import { printCheck, runChecks } from './checks.ts'
import { processorSeconds } from './testing/processor-time.ts'
import { addUp, closingLine } from './testing/test-reports.ts'
import { runAllTests } from './tests.ts'
import { installTools } from './tools-install.ts'

const startedAt = performance.now()
// Beside each other: tools wait for the disk, and checks need none of them.
const [toolsFault, checks] = await Promise.all([installTools(), runChecks(printCheck)])
if (toolsFault !== null) console.log(`FAILED  tools: ${toolsFault}`)
// After them: beside the tests the checks took ten times as long, and tests ran into their limits.
const tests = await runAllTests()
const failedChecks = checks.filter(({ fault }) => fault !== null)
const checked = { passed: checks.length - failedChecks.length, failed: failedChecks.length, skipped: 0 }
const installed = { passed: 0, failed: toolsFault === null ? 0 : 1, skipped: 0 }
const total = addUp([installed, checked, tests])
// Tests printed a lot since.
for (const check of failedChecks) printCheck(check)
const tookS = (performance.now() - startedAt) / 1000
console.log(`verify took ${tookS.toFixed(0)} s, and ${processorSeconds().toFixed(0)} s of processor time`)
console.log(closingLine(total))
process.exitCode = total.failed === 0 ? 0 : 1
