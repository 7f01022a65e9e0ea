// `npm run canary -- --labels 10000`: marked labels on every path, and no trace of them outside the sealed spool.
import { numbersOf } from '../../scripts/fuzz/numbers.ts'
import { closableLan, exitCodeOfOwnNetwork } from './own-network.ts'
import { runCanary } from './run-canary.ts'

const FEWEST = 100
const numbers = numbersOf(process.argv.slice(2), { '--labels': 1_000 })
if (numbers === null || numbers['--labels'] < FEWEST) {
  process.stderr
    .write(`npm run canary                       1,000 labels of patients that do not exist through the demo
npm run canary -- --labels 10000     so many, at least ${FEWEST}
`)
  process.exit(2)
}
const exitCode = exitCodeOfOwnNetwork()
if (exitCode !== null) process.exit(exitCode)
const lan = closableLan()
if (lan === null)
  process.stderr.write(
    'canary: no label goes through the hub; that needs Linux, root and the right to make networks\n',
  )
const say = (words: string): void => void process.stderr.write(`${words}\n`)
const result = await runCanary({ labels: numbers['--labels'], lan, say })
const { labels, throughHub, paths, printed, files, megabytes, rows, hits, logFaults, seconds } = result
process.stdout
  .write(`${labels} labels on ${paths} paths, ${throughHub} of them through the hub, ${printed} came out; ${files} files with ${megabytes} MiB and ${rows} rows searched: ${seconds.toFixed(0)} s
${hits.length} hits, ${logFaults.length} log faults
${[...hits, ...logFaults].join('\n')}`)
process.exit(hits.length + logFaults.length === 0 ? 0 : 1)
