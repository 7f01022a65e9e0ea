// `npm run seed`: fills the store database with 10,000 pharmacies and 100,000 computers, a share of them online.
import path from 'node:path'
import { z } from 'zod'
import { wholeNumberText } from '@pharmacy-relay/shared/env.ts'
import { seedFleetInto } from './seed/seed-store.ts'

const USAGE = `npm run seed                                             10,000 pharmacies with 10 computers each
npm run seed -- --pharmacies 500 --computers 4           another size (at most 100,000 and 500)

Seeds the database of the running platform, or that of Data__Folder (.data) when it does not run.
The same call twice writes once.
`

const Options = z.strictObject({
  '--pharmacies': wholeNumberText(1, 100_000).default(10_000),
  '--computers': wholeNumberText(1, 500).default(10),
})

const args = process.argv.slice(2)
const pairs = Array.from(
  { length: Math.ceil(args.length / 2) },
  (_, i) => [args[2 * i], args[2 * i + 1]] as const,
)
const options = Options.safeParse(Object.fromEntries(pairs))
if (!options.success) {
  process.stdout.write(USAGE)
  process.exit(args.includes('--help') ? 0 : 2)
}
await seedFleetInto({
  dataFolder: path.resolve(process.env['Data__Folder'] ?? '.data'),
  pharmacies: options.data['--pharmacies'],
  computers: options.data['--computers'],
  say: (words) => void process.stdout.write(`${words}\n`),
})
process.exit(0)
