// `npm run failovers -- --times 20`: the primary of PostgreSQL is killed again and again under load, and a standby takes over.
import { missingEngines } from '../../../scripts/tools/database-engines.ts'
import { whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { reportLines } from './report.ts'
import { runFailovers } from './run-failovers.ts'

await runProgram({
  name: 'failovers',
  about: `Several machines on one, with what relayctl makes of their inventory: etcd, two PostgreSQL under patroni, haproxy, NATS, and the
whole platform with the demo's computers behind them. The primary is killed with its patroni (kill -9) while people sign in and
pharmacies and patients are entered, and a computer is switched off at the same moment; the killed one comes back as a standby before
the next. Code 1 when something acknowledged is missing, the panel was not right within 30 s, a program ended, or somebody was told
that it was a fault of ours for good. A failover takes a minute. Needs root (npm run tools -- --failovers).`,
  options: { times: whole('failovers', { low: 1, high: 1_000, fallback: 5 }) },
  run: async ({ times }, say) => {
    const missing = missingEngines()
    if (missing !== null) throw new Error(missing)
    const result = await runFailovers({ times, say })
    return {
      text: reportLines(result).join('\n'),
      isGood: result.faults.length + result.missing.length === 0,
    }
  },
})
