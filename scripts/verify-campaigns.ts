// npm run verify:campaigns: each campaign in its short form, and the stories that `npm run verify` leaves out; the last line counts them.
import { processorSeconds } from './testing/processor-time.ts'
import { closingLine } from './testing/test-reports.ts'
import { runCampaignTests } from './tests.ts'

const startedAt = performance.now()
const tally = await runCampaignTests()
const tookS = (performance.now() - startedAt) / 1000
console.log(`took ${tookS.toFixed(0)} s, and ${processorSeconds().toFixed(0)} s of processor time`)
console.log(closingLine(tally))
process.exitCode = tally.failed === 0 ? 0 : 1
