// `npm run bench -- [--only NAME] [--json]`: every benchmark in one run, printed and never asserted.
import { hubBench } from './bench/hub.ts'
import { panelBench } from './bench/panel.ts'
import { printBench } from './bench/print.ts'
import { sealingBench } from './bench/sealing.ts'
import { spoolBench } from './bench/spool.ts'
import { asJson, asTable, type BenchReport } from './bench/report.ts'
import { measureFlush } from './bench/measure.ts'
import { endWithFault } from './fault.ts'

const BENCHES: Readonly<Record<string, (say: (words: string) => void) => Promise<BenchReport>>> = {
  hub: hubBench,
  panel: panelBench,
  print: printBench,
  sealing: sealingBench,
  spool: spoolBench,
}

const USAGE = `npm run bench                        every benchmark
npm run bench -- --only hub          the relay hub's memory, pushes and agents that come back, beside ws, socket.io and brokers; then
                                     the platform: an office, a killed portal, clicks. Bench__HubDevices=10000 devices,
                                     Bench__HubAgents=5000 agents whose hub is killed: up to half an hour
npm run bench -- --only panel        lists, filters, detail page, problems and search with 10,000 pharmacies
npm run bench -- --only print        a label's way through two agents, beside socat, p910nd and CUPS
npm run bench -- --only sealing      what the job link's TLS costs, in ms and bytes, for 20 KB and 1 MB
npm run bench -- --only spool        labels onto the disk: until one is accepted, and how many a second, also with a slow flush
npm run bench -- --json              figures as JSON on standard output

Names: ${Object.keys(BENCHES).join(', ')}
`

const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined
const known = ['--only', '--json', only ?? '']
if (
  !args.includes('--help') &&
  (args.some((argument) => !known.includes(argument)) ||
    (args.includes('--only') && !Object.hasOwn(BENCHES, only ?? '')))
) {
  process.stderr.write(`bench: "${args.join(' ')}" is not understood.\n\n${USAGE}`)
  process.exit(2)
}
if (args.includes('--help')) {
  process.stdout.write(USAGE)
  process.exit(0)
}

// Progress goes to standard error, so that --json can be piped.
const say = (words: string): void => void process.stderr.write(`${words}\n`)
const reports: BenchReport[] = []
try {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (only === undefined || only === name) reports.push(await bench(say))
  }
} catch (error) {
  endWithFault('bench', error)
}
const flush = measureFlush()
process.stdout.write(`${args.includes('--json') ? asJson(reports, flush) : asTable(reports, flush)}\n`)
process.exit(0)
