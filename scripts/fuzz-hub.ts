// `npm run fuzz-hub -- --inputs 100000 --seed 1`: nothing that a device says may crash or swell the hub, or hold up others.
import { fuzzHub } from './fuzz/fuzz-hub.ts'
import { runFuzzProgram } from './fuzz/fuzz-program.ts'

await runFuzzProgram({
  name: 'fuzz-hub',
  usage: `npm run fuzz-hub                             10,000 hostile connections to the relay hub
npm run fuzz-hub -- --inputs 100000          so many; 100,000 take some minutes
npm run fuzz-hub -- --seed 7                 others; the same seed gives the same inputs
`,
  run: fuzzHub,
  words: ({ registered, witnessed }) => ({
    realWay: `all over sockets, ${registered} registered`,
    outcome: `${witnessed} nudges beside them`,
  }),
})
