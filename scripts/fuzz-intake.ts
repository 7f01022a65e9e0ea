// `npm run fuzz-intake -- --inputs 1000000 --seed 1`: no input may crash, hang or swell the intake, or come out wrongly.
import { endWithFault } from './fault.ts'
import { numbersOf } from './fuzz/numbers.ts'
import { fuzzIntake } from './fuzz/fuzz-intake.ts'

const USAGE = `npm run fuzz-intake                          10,000 inputs to the judging of port 9100
npm run fuzz-intake -- --inputs 1000000      so many; a million takes minutes
npm run fuzz-intake -- --seed 7              others; the same seed gives the same inputs
`
const numbers = numbersOf(process.argv.slice(2), { '--inputs': 10_000, '--seed': 1 })
if (numbers === null) {
  process.stderr.write(USAGE)
  process.exit(process.argv.includes('--help') ? 0 : 2)
}
const { '--inputs': inputs, '--seed': seed } = numbers
try {
  const result = await fuzzIntake({
    inputs,
    seed,
    say: (words) => void process.stderr.write(`${words}\n`),
  })
  const kinds = Object.entries(result.byKind).map(([kind, count]) => `  ${kind.padEnd(20)}${count}\n`)
  process.stdout
    .write(`${kinds.join('')}${inputs} inputs, seed ${seed}, ${Math.round(result.bytes / 1_048_576)} MiB, ${result.overLoopback} over loopback: ${result.seconds.toFixed(1)} s
${result.printed} came out, slowest ${result.slowestMs.toFixed(1)} ms, memory +${result.grownMb} MB, ${result.faults.length} faults
${result.faults.join('\n')}`)
  process.exit(result.faults.length === 0 ? 0 : 1)
} catch (error) {
  endWithFault('fuzz-intake', error)
}
