// `npm run soak -- --hours 2 --pharmacies 1000`: the whole platform at the pace of its pharmacies, and what grows meanwhile.
import path from 'node:path'
import { flag, text, whole } from '../../kit/options.ts'
import { runProgram, stopSignal } from '../../kit/program.ts'
import { closableLan, exitCodeOfOwnNetwork } from '../canary/own-network.ts'
import { judged } from './judge.ts'
import { readRecord } from './record.ts'
import { WARM_UP_TIMES } from './load/pace.ts'
import { reportText } from './report.ts'
import { runSoak } from './run-soak.ts'

const KEPT = path.resolve('reports/soak.json')
const MINUTE_MS = 60_000

await runProgram({
  name: 'soak',
  about: `The whole platform of real programs at the pace of so many pharmacies: two devices each that stay connected, pairs of agents
that print, people who sign in, prescribe, order and ask for help, panels that look on. Each minute memory, open files,
connections, rows, bytes and logs of each program are written down in reports/soak.json. Code 1 when memory rises by more
than 1 MB an hour, something grows beyond its rule, a log has an error, or a label was lost or doubled.`,
  options: {
    hours: whole('so long', { low: 1, high: 168, fallback: 2 }),
    minutes: whole('so long, in place of hours', { low: 1, high: 10_080, fallback: null }),
    'warm-up': whole(`minutes at ${WARM_UP_TIMES} times the pace before the first sample`, {
      low: 0,
      high: 240,
      fallback: 10,
    }),
    pharmacies: whole('pharmacies', { low: 2, high: 5_000, fallback: 1_000 }),
    report: text('judges what an earlier run wrote there, and runs nothing', 'FILE'),
    'judge-short': flag('judges memory of a run below an hour as well'),
  },
  run: async ({ hours, minutes, 'warm-up': warmUp, pharmacies, report, 'judge-short': isShort }, say) => {
    if (report !== null) return outcomeOf(readRecord(report), isShort)
    const exitCode = exitCodeOfOwnNetwork()
    if (exitCode !== null) process.exit(exitCode)
    const forMs = (minutes ?? hours * 60) * MINUTE_MS
    const plan = {
      forMs,
      warmUpMs: warmUp * MINUTE_MS,
      pharmacies,
      eachMs: MINUTE_MS,
      file: KEPT,
      lan: closableLan(),
    }
    const record = await runSoak({ ...plan, say, stop: stopSignal() })
    return outcomeOf(record, isShort)
  },
})

function outcomeOf(record: ReturnType<typeof readRecord>, isShortJudged: boolean) {
  const verdict = judged(record, { isShortJudged })
  return { text: reportText(record, verdict), isGood: verdict.isGood }
}
