// `npm run power-loss -- --cuts N --seed S`: cuts the power of computers in QEMU while labels flow; ends with code 1 when
// the spool lost or doubled a label, or when it lost none although it was told not to wait for the disk.
import { choice, flag, jsonOption, seedOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { missingGuestTools } from '../../../scripts/tools/guest-tools.ts'
import { cutPowerAgainAndAgain } from './power-loss.ts'
import { resultJson, resultTable } from './report.ts'
import { isProven } from './verdict.ts'

await runProgram({
  name: 'power-loss',
  about: `Cuts the power of computers in QEMU while labels flow; code 1 when a spool lost or doubled a label.
Needs QEMU and a Debian kernel on Linux x64: npm run tools -- --power-loss`,
  options: {
    cuts: whole('cuts', { low: 1, high: 10_000, fallback: 20 }),
    seed: seedOption,
    synchronous: choice('normal: commits do not wait for the disk, so labels must be lost', [
      'full',
      'normal',
    ]),
    computers: whole('beside each other', { low: 1, high: 8, fallback: 2 }),
    keep: flag('leaves the consoles of the guests in the temporary folder'),
    json: jsonOption,
  },
  run: async ({ cuts, seed, synchronous, computers, keep, json }, say) => {
    const missing = missingGuestTools()
    if (missing !== null) throw new Error(missing)
    const options = { cuts, seed, computers, synchronous: synchronous ?? 'full', keepConsoles: keep }
    const result = await cutPowerAgainAndAgain(options, say)
    const isGood = isProven(result.synchronous, result.verdicts)
    return { text: json ? resultJson(result) : resultTable(result), isGood }
  },
})
