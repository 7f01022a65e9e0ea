// Order: many labels of one sender over both ways while everything fails; each comes out behind the one before it.
import { flag, seedOption, whole } from '../../../kit/options.ts'
import { scenario } from '../../../kit/program.ts'
import { findingLines, findingsOf, percent, reportTable, sentence } from '../../../kit/report.ts'
import { runOrder, type OrderOptions, type OrderResult } from './order.ts'

const INDEX = 52

export const order = scenario({
  about: `One label program hands in label after label at a Client; LAN and hub fail in turn, the printer is switched off, breaks off,
stalls and runs out of paper, and agents and hub are killed. Code 1 when a label came out before an earlier one, was lost or doubled.`,
  options: {
    labels: whole('labels that are accepted, at least', { low: 1, high: 30_000, fallback: 10_000 }),
    kills: whole('kills of agents and hub in that time', { low: 0, high: 1_000, fallback: 60 }),
    seed: seedOption,
    'slow-disk': flag('each flush of a spool takes 8 ms longer, so that labels share flushes'),
    keep: flag('leaves logs and spools in the temporary folder'),
  },
  run: async ({ 'slow-disk': isDiskSlow, ...options }, say) => {
    const all = { ...options, isDiskSlow, index: INDEX }
    const result = await runOrder(all, say)
    return { text: orderTable(all, result), isGood: isGood(result) }
  },
})

export function isGood({ verdict, isSettled }: OrderResult): boolean {
  return isSettled && findingsOf(verdict).length === 0 && verdict.overLan > 0 && verdict.overHub > 0
}

export function orderTable({ seed, isDiskSlow }: OrderOptions, result: OrderResult): string {
  const { verdict, deaths, printerFaults, carrierFaults, isSettled, seconds } = result
  const { labels, accepted, printed, overLan, overHub, unknown, unknownOnPaper } = verdict
  const head = `order of one sender's labels, seed ${seed}${isDiskSlow ? ', on slow disks' : ''}, ${seconds} s`
  const rows: (readonly [string, string | number])[] = [
    ['kills of agents and hub', deaths.length],
    ['faults of the printer', printerFaults.length],
    ['faults of the carriers', carrierFaults.length],
    ['labels sent', labels],
    ['  accepted', accepted],
    ['forwarded over the LAN', overLan],
    ['forwarded through the hub', overHub],
    ['on paper', printed],
    ['unknown: please check', `${unknown} (${percent(unknown, labels)}), ${unknownOnPaper} of them on paper`],
    ['LOST', verdict.lost.length],
    ['DOUBLED', verdict.doubled.length],
    ['OUT OF ORDER of their sender', verdict.overtaking.length],
    ['states that contradict the paper', verdict.contradictions.length],
    ['came to rest in time', isSettled ? 'yes' : 'NO'],
  ]
  const end = isGood(result)
    ? `${printed} labels on paper, each behind those that its sender handed in before it.`
    : 'FAILED.'
  return [...reportTable(head, rows), ...findingLines('pharmacy', [verdict]), ...sentence(end)].join('\n')
}
