// npm run planted-faults [-- --only TEXT] [--from NUMBER]: plants faults into a copy of the tray, one at a time, and tells what found each.
// Ends with code 1 when one was found by nothing, or when the copy fails without any.
import { text, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { copyTray } from './copy.ts'
import { FAULTS, type PlantedFault } from './faults.ts'
import { findFault } from './gates.ts'

await runProgram({
  name: 'planted-faults',
  about:
    'Plants faults into a copy of the tray, one at a time, and says whether types or tests find each; code 1 when nothing does.',
  options: {
    only: text('those whose name has them', 'TEXT'),
    from: whole('from that number on', { low: 1, high: FAULTS.length, fallback: 1 }),
  },
  run: async ({ only, from }) => {
    const chosen = FAULTS.map((fault, index) => ({ number: index + 1, fault })).filter(
      ({ number, fault }) => number >= from && fault.name.includes(only ?? ''),
    )
    const found = await foundOf(chosen)
    return {
      text: `${found} of ${chosen.length} found. Electron itself was not run.`,
      isGood: found === chosen.length,
    }
  },
})

/** How many of them something found. */
async function foundOf(chosen: readonly { readonly number: number; readonly fault: PlantedFault }[]) {
  const copy = await copyTray()
  let found = 0
  try {
    const clean = await findFault(copy.root)
    if (clean.by !== null) throw new Error(`Without any fault ${clean.by} fail: ${clean.detail}`)
    console.log(`Without any fault nothing is found. ${chosen.length} faults are planted, one at a time.\n`)
    for (const { number, fault } of chosen) {
      const takeOut = await copy.plant(fault)
      const { by, detail } = await findFault(copy.root)
      await takeOut()
      if (by !== null) found += 1
      console.log(
        `${String(number).padStart(3)}  ${fault.name}\n     ${by ?? 'NOTHING FOUND IT'}: ${detail.slice(0, 150)}`,
      )
    }
    return found
  } finally {
    await copy.remove()
  }
}
