// `npm run presence-model -- --cases 100000 --seed 1 --from 0`: cases of the property test by number, stepped or in real
// time; `--replay FILE` lives through a batch that broke an invariant again.
import { numbersOf } from '../../scripts/fuzz/numbers.ts'
import { readBatch } from './batch-file.ts'
import { CASES_PER_BATCH } from './cases.ts'
import { replay } from './replay.ts'
import { runCases } from './run-cases.ts'

const USAGE = `npm run presence-model                                   1,000 cases of seed 1
npm run presence-model -- --cases 100000 --seed 7        so many, of that seed
npm run presence-model -- --cases 100000 --seed 7 --from 25000
                                                         the same ones from that one on; a multiple of ${CASES_PER_BATCH}
npm run presence-model -- --cases 50 --real 1            in real time, some 100 s for ${CASES_PER_BATCH}
npm run presence-model -- --replay FILE --times 20       the batch of that file again, 20 times; what breaks is written to a
                                                         file below test-results/presence-model
`
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const tell = (words: string): void => void process.stderr.write(`${words}\n`)

/** Answers whether all invariants held; null when nobody can tell what is meant. */
async function run(args: readonly string[]): Promise<boolean | null> {
  return args[0] === '--replay' ? again(args[1], args.slice(2)) : byNumber(args)
}

async function again(file: string | undefined, args: readonly string[]): Promise<boolean | null> {
  const numbers = numbersOf(args, { '--times': 20, '--real': 0 })
  if (numbers === null || file === undefined) return null
  const isRealTime = numbers['--real'] === 1
  const batch = readBatch(file)
  if (batch === null) tell(`${file} is not there, or holds no batch of the presence model`)
  if (batch === null) return false
  const asked = { batch, times: numbers['--times'], isRealTime, stopping: stopping.signal }
  const { done, broken } = await replay(asked, tell)
  process.stdout.write(`${broken} of ${done} times an invariant broke\n`)
  return broken === 0
}

async function byNumber(args: readonly string[]): Promise<boolean | null> {
  const numbers = numbersOf(args, { '--cases': 1_000, '--seed': 1, '--from': 0, '--real': 0 })
  if (numbers === null || numbers['--from'] % CASES_PER_BATCH !== 0) return null
  const result = await runCases(
    {
      ...{ cases: numbers['--cases'], seed: numbers['--seed'], from: numbers['--from'] },
      ...{ isRealTime: numbers['--real'] === 1, stopping: stopping.signal },
    },
    tell,
  )
  const { done, next, seed, seconds, broken } = result
  process.stdout
    .write(`${done} cases of seed ${seed} in ${seconds.toFixed(0)} s, ${broken.length} batches broke an invariant; next: --seed ${seed} --from ${next}
${broken.join('\n')}`)
  return broken.length === 0
}

const isWell = await run(process.argv.slice(2))
if (isWell === null) process.stderr.write(USAGE)
process.exit(isWell === null ? 2 : isWell ? 0 : 1)
