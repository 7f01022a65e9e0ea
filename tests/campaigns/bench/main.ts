// `npm run bench -- [--only NAME] [--json]`: every benchmark in one run, printed and never asserted.
import { agentBench } from './agent.ts'
import { hubBench } from './hub.ts'
import { panelBench } from './panel.ts'
import { pharmacyBench } from './pharmacy.ts'
import { prescriptionBench } from './prescription.ts'
import { printBench } from './print.ts'
import { sealingBench } from './sealing.ts'
import { shopBench } from './shop.ts'
import { spoolBench } from './spool.ts'
import { supportBench } from './support.ts'
import { storefrontBench } from './storefront.ts'
import { asJson, asTable, type BenchReport } from './report.ts'
import { measureFlush } from './measure.ts'
import { choice, jsonOption } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'

const BENCHES = {
  agent: agentBench,
  hub: hubBench,
  panel: panelBench,
  pharmacy: pharmacyBench,
  prescription: prescriptionBench,
  print: printBench,
  sealing: sealingBench,
  shop: shopBench,
  spool: spoolBench,
  support: supportBench,
  storefront: storefrontBench,
} as const

const names = Object.keys(BENCHES) as (keyof typeof BENCHES)[]

await runProgram({
  name: 'bench',
  about: `Every benchmark in one run, printed and never asserted.
  agent     one agent beside a print server with 2,000 queues: its start, a label with and without a list under way, a plug to the list, memory
            and processor at rest for Bench__RestSeconds=600
  hub       memory, pushes and agents that come back, beside ws, socket.io and brokers; then the platform: an office, a killed portal,
            clicks. Bench__HubDevices=10000 devices, Bench__HubAgents=5000 agents whose hub is killed: up to half an hour
  panel     lists, filters, detail page, problems and search with 10,000 pharmacies
  pharmacy  drugs as one types and with slips, of 67,000; imports, and searches meanwhile; Bdpm__Archive names the real list
  prescription  a prescription to the bytes of its label, 30 at 203 and at 300 dpi; then from the key in the window to the printer's first byte
  print     a label's way through two agents, beside socat, p910nd and CUPS
  sealing   what the job link's TLS costs, in ms and bytes, for 20 KB and 1 MB
  shop      search, lists, orders alone and 50 at a time, plans, with Bench__ShopProducts=100000 and Bench__ShopOrders=1000000; seeds them first
  spool     labels onto the disk: until one is accepted, and how many a second, also with a slow flush
  storefront  LCP, INP, CLS of first page and product on a slow phone; bytes of HTML, style and script
  support   the queue of 5,000 tasks in the panel, and a claim until 200 live pages show it; Bench__SupportStaff=200`,
  options: { only: choice('this one', names), json: jsonOption },
  run: async ({ only, json }, say) => {
    const reports: BenchReport[] = []
    for (const name of only === null ? names : [only]) reports.push(await BENCHES[name](say))
    const flush = measureFlush()
    return { text: json ? asJson(reports, flush) : asTable(reports, flush), isGood: true }
  },
})
