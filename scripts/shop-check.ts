// `npm run shop-check`: reads the whole shop of a store database and says what does not add up.
import path from 'node:path'
import { checkBooks } from '@pharmacy-relay/relay-server/store-api/shop/books/check-books.ts'
import { endWithFault } from './fault.ts'
import { openStore } from './seed/seed-store.ts'

const USAGE = `npm run shop-check

Reads the whole shop of the running platform, or that of Data__Folder (.data)
when it does not run: no piece is sold twice, stock is the sum of its ledger, no
order is paid twice, every history is a whole chain, money adds up to the minor
unit, the numbers of invoices have no hole. Changes nothing.
Exit codes: 0 all of it is true, 1 something is not, 2 not understood.
`
const EXIT_FAULTS = 1

const [argument] = process.argv.slice(2)
if (argument !== undefined) {
  const isHelp = argument === '--help' || argument === '-h'
  process[isHelp ? 'stdout' : 'stderr'].write(
    isHelp ? USAGE : `shop-check: "${argument}" is not understood.\n\n${USAGE}`,
  )
  process.exit(isHelp ? 0 : 2)
}
try {
  const database = await openStore(path.resolve(process.env['Data__Folder'] ?? '.data'))
  const { checks, faults } = await checkBooks(
    database.url,
    (name) => void process.stderr.write(`  ${name}\n`),
  )
  await database.stop()
  for (const { name, rule, count, rows } of faults)
    process.stdout.write(
      `${name}: ${String(count)} against “${rule}”\n${rows.map((row) => `  ${row}\n`).join('')}`,
    )
  process.stdout.write(`${String(checks - faults.length)} of ${String(checks)} rules hold.\n`)
  process.exit(faults.length === 0 ? 0 : EXIT_FAULTS)
} catch (error) {
  endWithFault('shop-check', error)
}
