// `npm run power-loss -- --cuts N --seed S`: cuts the power of computers in QEMU while labels flow; ends with code 1 when
// the spool lost or doubled a label, or when it lost none although it was told not to wait for the disk.
import { endWithFault } from './fault.ts'
import { missingGuestTools } from './power-loss/guest-tools.ts'
import { readOptions, USAGE } from './power-loss/options.ts'
import { cutPowerAgainAndAgain } from './power-loss/power-loss.ts'
import { resultJson, resultTable } from './power-loss/report.ts'
import { isProven } from './power-loss/verdict.ts'

const EXIT_USAGE = 2

const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  process.stderr.write(`power-loss: ${options}\n\n${USAGE}`)
  process.exit(EXIT_USAGE)
}
if (options === null) {
  process.stdout.write(USAGE)
  process.exit(0)
}
// Progress goes to standard error, so that --json can be piped.
const say = (words: string): void => void process.stderr.write(`${words}\n`)
try {
  const missing = missingGuestTools()
  if (missing !== null) throw new Error(missing)
  const result = await cutPowerAgainAndAgain(options, say)
  process.stdout.write(`${options.isJson ? resultJson(result) : resultTable(result)}\n`)
  process.exit(isProven(result.synchronous, result.verdicts) ? 0 : 1)
} catch (error) {
  endWithFault('power-loss', error)
}
