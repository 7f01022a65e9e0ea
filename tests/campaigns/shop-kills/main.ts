// `npm run shop-kills -- --kills 200`: a store API is killed at named points between basket and invoice; then its whole shop is read.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openStore } from '../../../scripts/seed/seed-store.ts'
import { choice, seedOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { killPointNames } from '../../kit/shop/kill-points.ts'
import { runKills } from './run-kills.ts'

await runProgram({
  name: 'shop-kills',
  about: `Buyers order, press twice, cancel and pay at a stand-in of the payment provider, and staff give money back, while their
store API is killed at one named point after the other, on a database of its own; code 1 when a book of the shop is not true
then (npm run shop-check), provider and shop differ by a unit, a key had two answers, or an order was told to nobody. 200
kills take half an hour on a busy machine.`,
  options: {
    kills: whole('kills', { low: 1, high: 10_000, fallback: 31 }),
    minutes: whole('no further kill after so many minutes', { low: 1, high: 1_440, fallback: 1_440 }),
    point: choice('this one alone', killPointNames),
    seed: seedOption,
  },
  run: async ({ kills, minutes, point, seed }, say) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'relay-shop-kills-'))
    const database = await openStore(folder)
    try {
      const { db, url } = database
      const result = await runKills({
        db,
        url,
        kills,
        withinMs: minutes * 60_000,
        seed,
        say,
        ...(point === null ? {} : { points: [point] }),
      })
      const where = [...result.kills].map(([name, count]) => `  ${String(count).padStart(4)}  ${name}`)
      const { orders, pressed, refused, lost, money, faults } = result
      const killed = [...result.kills.values()].reduce((sum, count) => sum + count, 0)
      const sums = `${orders} orders of ${pressed} presses, ${refused} refused, ${lost} without an answer at first`
      const paid = `${money.captured} paid, ${money.refunds} refunds, ${money.invoices} invoices, ${money.creditNotes} credit notes`
      const verdict = faults.length === 0 ? 'Every book is true.' : `${faults.length} faults:`
      return {
        text: [`${killed} kills`, ...where, sums, paid, verdict, ...faults].join('\n'),
        isGood: faults.length === 0,
      }
    } finally {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
