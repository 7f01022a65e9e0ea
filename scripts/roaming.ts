// `npm run roaming -- --minutes 10 --every 10`: two agents whose addresses change under load; code 1 when a label was lost or doubled.
import { endWithFault } from './fault.ts'
import { missingForNamespaces, type Networks } from './roaming/networks.ts'
import { readOptions, USAGE } from './roaming/options.ts'
import { isBad, roamingTable } from './roaming/report.ts'
import { roam } from './roaming/roaming.ts'

const EXIT_USAGE = 2
const EXIT_STOPPED = 130

const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  process.stderr.write(`roaming: ${options}\n\n${USAGE}`)
  process.exit(EXIT_USAGE)
}
if (options === null) {
  process.stdout.write(USAGE)
  process.exit(0)
}
const missing = missingForNamespaces()
if (missing !== null) endWithFault('roaming', new Error(missing))
let made: Networks | null = null
// Also after a mistake of this program; what still runs in there ends by itself without its parent.
process.on('exit', () => made?.remove())
const stopRequested = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopRequested.abort())
try {
  const result = await roam(options, {
    say: (words) => void process.stderr.write(`${words}\n`),
    signal: stopRequested.signal,
    onNetworks: (networks) => (made = networks),
  })
  process.stdout.write(`${roamingTable(result)}\n`)
  process.exit(isBad(result) ? 1 : 0)
} catch (error) {
  if (stopRequested.signal.aborted) process.exit(EXIT_STOPPED)
  endWithFault('roaming', error)
}
