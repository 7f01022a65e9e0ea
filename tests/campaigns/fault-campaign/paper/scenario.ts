// Paper: the printer runs out of paper again and again while labels flow, and each label comes out with the new roll.
import { flag, seedOption, whole } from '../../../kit/options.ts'
import { scenario } from '../../../kit/program.ts'
import { reportTable } from '../../../kit/report.ts'
import { TOLD_WITHIN_MS } from './outs.ts'
import { runPaper, type PaperOptions, type PaperResult } from './paper.ts'

/** The promise: from the new roll to the last label that had waited for it. */
export const LAST_OUT_MS = 5_000
const INDEX = 50

export const paper = scenario({
  about: `The printer runs out of paper while labels flow from a Client and at the PrinterComputer; code 1 when a label was lost or
doubled, was unknown, did not say at both computers that the paper is out, or came out in another order or later than ${LAST_OUT_MS / 1_000} s after the new roll.`,
  options: {
    times: whole('how often the paper runs out', { low: 1, high: 10_000, fallback: 50 }),
    long: whole('of these so many last 105 s, after which more labels wait than come out in 5 s', {
      low: 0,
      high: 1_000,
      fallback: 0,
    }),
    seed: seedOption,
    keep: flag('leaves logs and spools in the temporary folder'),
  },
  run: async (options, say) => {
    const all = { ...options, toldWithinMs: TOLD_WITHIN_MS, index: INDEX }
    const result = await runPaper(all, say)
    return { text: paperTable(all, result), isGood: faultsOf(result, LAST_OUT_MS).length === 0 }
  },
})

/** What broke the promise; empty when nothing did. */
export function faultsOf(result: PaperResult, limitMs: number): string[] {
  const { outs, lastOutsMs, verdict, isSettled } = result
  const silent = outs.reduce((sum, out) => sum + out.silent, 0)
  const faults: readonly (readonly [boolean, string])[] = [
    [verdict.notPrinted > 0, `${verdict.notPrinted} not on paper`],
    [verdict.doubled.length > 0, `${verdict.doubled.length} doubled`],
    [verdict.unknown > 0, `${verdict.unknown} unknown: ${verdict.unknownWhy.join('; ')}`],
    [verdict.contradictions.length > 0, `${verdict.contradictions.length} contradictions`],
    [verdict.overtaking.length > 0, `${verdict.overtaking.length} out of order`],
    [silent > 0, `${silent} waited and did not say why`],
    [lastOutsMs.length < outs.length, 'no label waited for a new roll'],
    [
      lastOutsMs.some((ms) => ms > limitMs),
      `the last one came ${longestOf(lastOutsMs)} ms after the new roll`,
    ],
    [!isSettled, 'labels did not come to rest'],
  ]
  return faults.flatMap(([isSo, text]) => (isSo ? [text] : []))
}

export function paperTable({ times, long, seed }: PaperOptions, result: PaperResult): string {
  const { outs, lastOutsMs, verdict, isSettled, seconds } = result
  const sorted = lastOutsMs.toSorted((a, b) => a - b)
  const faults = faultsOf(result, LAST_OUT_MS)
  const head = `paper out ${times} times, ${long} of them for 105 s, seed ${seed}, ${Math.round(seconds)} s`
  const rows: (readonly [string, string | number])[] = [
    ['labels accepted', verdict.accepted],
    ['on paper', verdict.printed],
    ['unknown at any computer', verdict.unknown],
    ['LOST', verdict.lost.length],
    ['DOUBLED', verdict.doubled.length],
    ['before an earlier one of the same sender', verdict.overtaking.length],
    ['waited just before a new roll, at both computers', outs.reduce((sum, { waited }) => sum + waited, 0)],
    ['  of these without a word of the paper', outs.reduce((sum, { silent }) => sum + silent, 0)],
    ['from the new roll to the last label, median', `${sorted[Math.floor(sorted.length / 2)] ?? '–'} ms`],
    ['  longest', `${longestOf(sorted)} ms`],
    ['came to rest in time', isSettled ? 'yes' : 'NO'],
  ]
  const end = faults.length === 0 ? 'None unknown, all out in time.' : `FAILED: ${faults.join(', ')}.`
  return [...reportTable(head, rows), end].join('\n')
}

function longestOf(ms: readonly number[]): number | string {
  return ms.length === 0 ? '–' : Math.max(...ms)
}
