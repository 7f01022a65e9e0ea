// `npm run fuzz-link -- --inputs 1000000 --seed 1`: nothing that the other end of a job link says may crash, hang or swell it.
import { fuzzLink } from './fuzz/fuzz-link.ts'
import { runFuzzProgram } from './fuzz/fuzz-program.ts'

await runFuzzProgram({
  name: 'fuzz-link',
  usage: `npm run fuzz-link                            10,000 inputs to both ends of the job link
npm run fuzz-link -- --inputs 1000000        so many; a million takes some ten minutes
npm run fuzz-link -- --seed 7                others; the same seed gives the same inputs
`,
  args: process.argv.slice(2),
  sides: [
    {
      run: fuzzLink,
      words: ({ overTls, accepted }) => ({
        realWay: `${overTls} over TLS`,
        outcome: `${accepted} labels accepted`,
      }),
    },
  ],
})
