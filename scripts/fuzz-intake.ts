// `npm run fuzz-intake -- --inputs 1000000 --seed 1`: no input may crash, hang or swell the intake, or come out wrongly.
import { fuzzIntake } from './fuzz/fuzz-intake.ts'
import { runFuzzProgram } from './fuzz/fuzz-program.ts'

await runFuzzProgram({
  name: 'fuzz-intake',
  usage: `npm run fuzz-intake                          10,000 inputs to the judging of port 9100
npm run fuzz-intake -- --inputs 1000000      so many; a million takes minutes
npm run fuzz-intake -- --seed 7              others; the same seed gives the same inputs
`,
  args: process.argv.slice(2),
  sides: [
    {
      run: fuzzIntake,
      words: ({ overLoopback, printed }) => ({
        realWay: `${overLoopback} over loopback`,
        outcome: `${printed} came out`,
      }),
    },
  ],
})
