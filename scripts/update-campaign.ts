// `npm run update-campaign -- --updates N`: updates in a row under load with kills; ends with code 1 when a label was lost or doubled.
import { endWithFault } from './fault.ts'
import { runUpdateCampaign } from './update-campaign/campaign.ts'
import { readOptions, USAGE } from './update-campaign/options.ts'
import { campaignJson, campaignTable, isBad } from './update-campaign/report.ts'

const EXIT_USAGE = 2

const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  process.stderr.write(`update-campaign: ${options}\n\n${USAGE}`)
  process.exit(EXIT_USAGE)
}
if (options === null) {
  process.stdout.write(USAGE)
  process.exit(0)
}
// Progress goes to standard error, so that --json can be piped.
const say = (words: string): void => void process.stderr.write(`${words}\n`)
try {
  const result = await runUpdateCampaign(options, say)
  process.stdout.write(`${options.isJson ? campaignJson(result) : campaignTable(result)}\n`)
  process.exit(isBad(result) ? 1 : 0)
} catch (error) {
  endWithFault('update-campaign', error)
}
