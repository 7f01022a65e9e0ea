// `npm run presence-model -- --cases 100000 --seed 1 --from 0`: cases of the property test by number, stepped or in real time.
import { numbersOf } from '../../scripts/fuzz/numbers.ts'
import { CASES_PER_BATCH } from './cases.ts'
import { runCases } from './run-cases.ts'

const numbers = numbersOf(process.argv.slice(2), { '--cases': 1_000, '--seed': 1, '--from': 0, '--real': 0 })
if (numbers === null || numbers['--from'] % CASES_PER_BATCH !== 0) {
  process.stderr.write(`npm run presence-model                                   1,000 cases of seed 1
npm run presence-model -- --cases 100000 --seed 7        so many, of that seed
npm run presence-model -- --cases 100000 --seed 7 --from 25000
                                                         the same ones from that one on; a multiple of ${CASES_PER_BATCH}
npm run presence-model -- --cases 50 --real 1            in real time, some 100 s for ${CASES_PER_BATCH}
`)
  process.exit(2)
}
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const result = await runCases(
  {
    ...{ cases: numbers['--cases'], seed: numbers['--seed'], from: numbers['--from'] },
    ...{ isRealTime: numbers['--real'] === 1, stopping: stopping.signal },
  },
  (words) => void process.stderr.write(`${words}\n`),
)
const { done, next, seed, seconds, broken } = result
process.stdout
  .write(`${done} cases of seed ${seed} in ${seconds.toFixed(0)} s, ${broken.length} batches broke an invariant; next: --seed ${seed} --from ${next}
${broken.join('\n')}`)
process.exit(broken.length === 0 ? 0 : 1)
