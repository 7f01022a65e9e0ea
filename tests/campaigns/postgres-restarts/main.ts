// `npm run postgres-restarts -- --restarts 100`: the databases of a running platform are restarted again and again, under load.
import { seedOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { reportLines } from './report.ts'
import { runRestarts } from './run-restarts.ts'

await runProgram({
  name: 'postgres-restarts',
  about: `The whole platform with the demo's computers, each API on a PostgreSQL of its own. These are ended in turn, fast and
immediate, and start again, while people sign in, pharmacies and patients are entered, and heartbeats come. Code 1 when a
program ended, an API was not ready again within 60 s, somebody was told that it was a fault of ours for good, a computer did
not come back, or something is missing that was acknowledged. 100 restarts take a quarter of an hour.`,
  options: {
    restarts: whole('restarts', { low: 1, high: 10_000, fallback: 30 }),
    seed: seedOption,
  },
  run: async (options, say) => {
    const result = await runRestarts({ ...options, say })
    return { text: reportLines(result).join('\n'), isGood: result.faults.length === 0 }
  },
})
