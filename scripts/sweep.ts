// `npm run sweep`: the printer gets into trouble at every byte of a label; ends with code 1 when a claim disagrees with the roll.
import { endWithFault } from './fault.ts'
import { readOptions, USAGE } from './sweep/options.ts'
import { sweepJson, sweepTable } from './sweep/report.ts'
import { runSweep } from './sweep/sweep.ts'

const EXIT_USAGE = 2

const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  process.stderr.write(`sweep: ${options}\n\n${USAGE}`)
  process.exit(EXIT_USAGE)
}
if (options === null) {
  process.stdout.write(USAGE)
  process.exit(0)
}
// Progress goes to standard error, so that --json can be piped.
const say = (words: string): void => void process.stderr.write(`${words}\n`)
try {
  const result = await runSweep(options, say)
  process.stdout.write(`${options.isJson ? sweepJson(result) : sweepTable(result)}\n`)
  process.exit(result.findings.length > 0 ? 1 : 0)
} catch (error) {
  endWithFault('sweep', error)
}
