// `npm run capacity [-- --devices 20000]`: what devices, labels, orders and prescriptions cost on this machine.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { jsonOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { closableLan, exitCodeOfOwnNetwork } from '../canary/own-network.ts'
import { reportText } from './report.ts'
import { runCapacity } from './run-capacity.ts'

const LABELS_MS = 60_000
const MOST_PER_SECOND = 3_200
const KEPT = path.resolve('reports/capacity.json')

await runProgram({
  name: 'capacity',
  about: `The whole platform with several portals over NATS and so many devices: what a sign-in, a patient, a prescription, an order, a
ticket and a label cost, what a device costs that connects and that is there, and how many requests a second the store API
answers in time. Printed, not asserted; code 1 when a device did not stay connected. Also in reports/capacity.json.`,
  options: {
    devices: whole('devices', { low: 100, high: 60_000, fallback: 20_000 }),
    portals: whole('portals', { low: 1, high: 8, fallback: 4 }),
    things: whole('of each kind of thing', { low: 10, high: 1_000, fallback: 200 }),
    'rest-seconds': whole('watched at rest', { low: 5, high: 600, fallback: 120 }),
    json: jsonOption,
  },
  run: async ({ 'rest-seconds': restSeconds, json, ...plan }, say) => {
    const exitCode = exitCodeOfOwnNetwork()
    if (exitCode !== null) process.exit(exitCode)
    const limits = { restMs: restSeconds * 1_000, labelsMs: LABELS_MS, mostPerSecond: MOST_PER_SECOND }
    const result = await runCapacity({ ...plan, ...limits, lan: closableLan(), say })
    mkdirSync(path.dirname(KEPT), { recursive: true })
    writeFileSync(KEPT, JSON.stringify(result, null, 2))
    const text = json ? JSON.stringify(result, null, 2) : reportText(result)
    return { text, isGood: result.online === result.devices }
  },
})
