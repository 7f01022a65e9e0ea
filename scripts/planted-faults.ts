// npm run planted-faults [-- --only WORDS] [--from NUMBER]: plants faults into a copy of the tray, one at a time, and tells what found each.
// Ends with code 1 when one was found by nothing, or when the copy fails without any.
import { parseArgs } from 'node:util'
import { copyTray } from './planted-faults/copy.ts'
import { FAULTS } from './planted-faults/faults.ts'
import { findFault } from './planted-faults/gates.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, from: { type: 'string', default: '1' } },
})
const first = Number(values.from)
const chosen = FAULTS.map((fault, index) => ({ number: index + 1, fault })).filter(
  ({ number, fault }) => number >= first && fault.name.includes(values.only),
)
const copy = await copyTray()
let missed = 0
try {
  const clean = await findFault(copy.root)
  if (clean.by !== null) throw new Error(`Without any fault ${clean.by} fail: ${clean.words}`)
  console.log(`Without any fault nothing is found. ${chosen.length} faults are planted, one at a time.\n`)
  for (const { number, fault } of chosen) {
    const takeOut = await copy.plant(fault)
    const { by, words } = await findFault(copy.root)
    await takeOut()
    if (by === null) missed += 1
    console.log(
      `${String(number).padStart(3)}  ${fault.name}\n     ${by ?? 'NOTHING FOUND IT'}: ${words.slice(0, 150)}`,
    )
  }
  console.log(`\n${chosen.length - missed} of ${chosen.length} found. Electron itself was not run.`)
} finally {
  await copy.remove()
}
process.exitCode = missed === 0 ? 0 : 1
