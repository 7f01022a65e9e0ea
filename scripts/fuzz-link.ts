// `npm run fuzz-link -- --inputs 1000000 --seed 1`: nothing that the other end of a job link says may crash, hang or swell it.
import { endWithFault } from './fault.ts'
import { fuzzLink } from './fuzz/fuzz-link.ts'
import { numbersOf } from './fuzz/numbers.ts'

const USAGE = `npm run fuzz-link                            10,000 inputs to both ends of the job link
npm run fuzz-link -- --inputs 1000000        so many; a million takes some ten minutes
npm run fuzz-link -- --seed 7                others; the same seed gives the same inputs
`
const numbers = numbersOf(process.argv.slice(2), { '--inputs': 10_000, '--seed': 1 })
if (numbers === null) {
  process.stderr.write(USAGE)
  process.exit(process.argv.includes('--help') ? 0 : 2)
}
const { '--inputs': inputs, '--seed': seed } = numbers
try {
  const result = await fuzzLink({ inputs, seed, say: (words) => void process.stderr.write(`${words}\n`) })
  const kinds = Object.entries(result.byKind).map(([kind, count]) => `  ${kind.padEnd(20)}${count}\n`)
  process.stdout
    .write(`${kinds.join('')}${inputs} inputs, seed ${seed}, ${Math.round(result.bytes / 1_048_576)} MiB, ${result.overTls} over TLS: ${result.seconds.toFixed(1)} s
${result.accepted} labels accepted, slowest ${result.slowestMs.toFixed(1)} ms, memory +${result.grownMb} MB, ${result.faults.length} faults
${result.faults.join('\n')}`)
  process.exit(result.faults.length === 0 ? 0 : 1)
} catch (error) {
  endWithFault('fuzz-link', error)
}
