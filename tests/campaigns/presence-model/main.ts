// `npm run presence-model -- --cases 100000 --seed 1 --from 0`: cases of the property test by number, stepped or in real
// time; `--replay FILE` lives through a batch that broke an invariant again.
import { seedOption, text, whole } from '../../kit/options.ts'
import { runProgram, stopSignal } from '../../kit/program.ts'
import { readBatch } from './batch-file.ts'
import { CASES_PER_BATCH } from './cases.ts'
import { replay } from './replay.ts'
import { runCases } from './run-cases.ts'

const MOST = 999_999_999

await runProgram({
  name: 'presence-model',
  about: `Random lives of devices, hubs and a database with stepped time; code 1 when an invariant broke. What breaks is written to a
file below test-results/presence-model.`,
  options: {
    cases: whole('cases', { low: 1, high: MOST, fallback: 1_000 }),
    seed: seedOption,
    from: whole(`the same cases from that one on; a multiple of ${CASES_PER_BATCH}`, {
      low: 0,
      high: MOST,
      fallback: 0,
    }),
    real: whole(`1: in real time, some 100 s for ${CASES_PER_BATCH}`, { low: 0, high: 1, fallback: 0 }),
    replay: text('the batch of that file again, so often as --times says', 'FILE'),
    times: whole('of --replay', { low: 1, high: MOST, fallback: 20 }),
  },
  run: async ({ cases, seed, from, real, replay: file, times }, say) => {
    if (from % CASES_PER_BATCH !== 0) throw new Error(`--from must be a multiple of ${CASES_PER_BATCH}`)
    const how = { isRealTime: real === 1, stopping: stopSignal() }
    if (file !== null) {
      const batch = readBatch(file)
      if (batch === null) throw new Error(`${file} is not there, or holds no batch of the presence model`)
      const { done, broken } = await replay({ batch, times, ...how }, say)
      return { text: `${broken} of ${done} times an invariant broke`, isGood: broken === 0 }
    }
    const { done, next, seconds, broken } = await runCases({ cases, seed, from, ...how }, say)
    const end = `${done} cases of seed ${seed} in ${seconds.toFixed(0)} s, ${broken.length} batches broke an invariant; next: --seed ${seed} --from ${next}`
    return { text: [end, ...broken].join('\n'), isGood: broken.length === 0 }
  },
})
