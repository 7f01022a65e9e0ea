// `npm run fault-campaign -- --kills N --seed S`: kills agents while labels flow; ends with code 1 when one was lost or doubled.
import { runCampaign } from './fault-campaign/campaign.ts'
import { readOptions, USAGE } from './fault-campaign/options.ts'
import { campaignJson, campaignTable, isBad } from './fault-campaign/report.ts'
import { endWithFault } from './fault.ts'

const EXIT_USAGE = 2

const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  process.stderr.write(`fault-campaign: ${options}\n\n${USAGE}`)
  process.exit(EXIT_USAGE)
}
if (options === null) {
  process.stdout.write(USAGE)
  process.exit(0)
}
// Progress goes to standard error, so that --json can be piped.
const say = (words: string): void => void process.stderr.write(`${words}\n`)
try {
  const result = await runCampaign(options, say)
  process.stdout.write(`${options.isJson ? campaignJson(result) : campaignTable(result)}\n`)
  process.exit(isBad(result) ? 1 : 0)
} catch (error) {
  endWithFault('fault-campaign', error)
}
