// `npm run seed`: fills the store database with 10,000 pharmacies and 100,000 computers, a share of them online; or with a large shop.
import path from 'node:path'
import { endWithFault } from './fault.ts'
import { seedOptions, type SeedOptions } from './seed/seed-options.ts'
import { seedShopInto } from './seed/seed-shop-store.ts'
import { seedFleetInto } from './seed/seed-store.ts'

const USAGE = `npm run seed                                             10,000 pharmacies with 10 computers each
npm run seed -- --pharmacies 500 --computers 4           another size (at most 100,000 and 500)
npm run seed -- --shop                                   100,000 products and 1,000,000 orders
npm run seed -- --shop --products 500 --orders 2000      another size

Seeds the database of the running platform, or that of Data__Folder (.data) when it does not run.
Adds what is missing: the same call twice writes once, an interrupted one is
carried on, nothing is taken away. Orders are of the pharmacies that there are;
where there are none, 1,000 are seeded first. All of it is made up.
`

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const { pharmacies, computers, shop, products, orders, wantsHelp } = optionsOrEnd()
if (wantsHelp) {
  say(USAGE)
  process.exit(0)
}
const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data')
try {
  if (shop) await seedShopInto({ dataFolder, products, orders, say })
  else await seedFleetInto({ dataFolder, pharmacies, computers, say })
  process.exit(0)
} catch (error) {
  endWithFault('seed', error)
}

function optionsOrEnd(): SeedOptions {
  try {
    return seedOptions(process.argv.slice(2))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    process.stderr.write(`seed: ${text}\n\n${USAGE}`)
    process.exit(2)
  }
}
