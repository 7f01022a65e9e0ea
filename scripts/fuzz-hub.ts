// `npm run fuzz-hub -- --inputs 100000 --seed 1`: nothing that one end of a hub says may crash or swell the other, or hold others up.
import { fuzzAgent } from './fuzz/fuzz-agent.ts'
import { fuzzHub } from './fuzz/fuzz-hub.ts'
import { runFuzzProgram, type FuzzSide } from './fuzz/fuzz-program.ts'
import type { FuzzResult } from './fuzz/fuzz-run.ts'
import { fuzzStore } from './fuzz/fuzz-store.ts'

const SIDES: Readonly<Record<string, FuzzSide<FuzzResult>>> = {
  devices: {
    run: fuzzHub,
    words: ({ registered, witnessed }) => ({
      realWay: `devices at the relay hub, ${registered} registered`,
      outcome: `${witnessed} nudges beside them`,
    }),
  },
  agent: {
    run: fuzzAgent,
    words: ({ registered, witnessed }) => ({
      realWay: `a hub to the agent, ${registered} to a registered one`,
      outcome: `${witnessed} labels between them`,
    }),
  },
  store: {
    run: fuzzStore,
    words: ({ registered, witnessed }) => ({
      realWay: `services at the store hub and a store hub to the portal, ${registered} subscribed`,
      outcome: `${witnessed} rows to a good portal and to this one between them`,
    }),
  },
}

const [option, name = '', ...rest] = process.argv.slice(2)
const isOne = option === '--side'
const side = Object.hasOwn(SIDES, name) ? SIDES[name] : undefined

await runFuzzProgram({
  name: 'fuzz-hub',
  usage: `npm run fuzz-hub                             10,000 hostile connections or messages to each side of the hubs
npm run fuzz-hub -- --side devices           devices to the relay hub only
npm run fuzz-hub -- --side agent             a hub to the agent only
npm run fuzz-hub -- --side store             services to the store hub, and a store hub to the portal, only
npm run fuzz-hub -- --inputs 100000          so many a side; 100,000 of a side take up to an hour (--side comes first)
npm run fuzz-hub -- --seed 7                 others; the same seed gives the same inputs
`,
  sides: side === undefined ? Object.values(SIDES) : [side],
  args: isOne ? (side === undefined ? null : rest) : process.argv.slice(2),
})
