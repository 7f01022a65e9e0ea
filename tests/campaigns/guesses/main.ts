// `npm run guesses -- --guesses 1000000`: strangers guess passwords from many addresses, and their owners sign in meanwhile.
import { seedOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { reportLines } from './report.ts'
import { runGuesses } from './run-guesses.ts'

await runProgram({
  name: 'guesses',
  about: `Guesses at one account and at many, from many addresses, against a real identity API over HTTP with a real PostgreSQL;
code 1 when more of them were checked than 20 an hour for an account, when one got in beyond those, or when an owner at a
device of his was kept out. A million takes up to an hour.`,
  options: {
    guesses: whole('guesses', { low: 1_000, high: 100_000_000, fallback: 20_000 }),
    addresses: whole('addresses they come from', { low: 50, high: 60_000, fallback: 10_000 }),
    accounts: whole('accounts besides the one', { low: 1, high: 1_000, fallback: 50 }),
    seed: seedOption,
  },
  run: async (options, say) => {
    const result = await runGuesses({ ...options, say })
    return { text: reportLines(options, result).join('\n'), isGood: result.faults.length === 0 }
  },
})
