// What the proof says, for people and as JSON.
import {
  allFindings,
  boundLine,
  findingLines,
  recoveryOf,
  reportTable,
  sentence,
  totalsOf,
} from '../../kit/report.ts'
import type { PowerLossResult } from './power-loss.ts'
import { isProven } from './verdict.ts'

export function resultJson(result: PowerLossResult): string {
  const { lives, verdicts, ...facts } = result
  const figures = {
    ...totalsOf(verdicts),
    ...disksOf(result),
    recoveryMs: recoveryOf(lives),
    bound95: 3 / lives.length,
  }
  const proven = isProven(result.synchronous, verdicts)
  return JSON.stringify(
    { ...facts, cuts: lives.length, ...figures, proven, wrong: allFindings(verdicts) },
    null,
    2,
  )
}

export function resultTable(result: PowerLossResult): string {
  const { lives, verdicts, seed, synchronous, computers, seconds, flushes, repairs } = result
  const sum = totalsOf(verdicts)
  const disks = disksOf(result)
  const { p50, p99 } = recoveryOf(lives)
  const rows: readonly (readonly [string, string | number])[] = [
    ['cuts', lives.length],
    ['  of these before the port was open', lives.filter(({ recoveryMs }) => recoveryMs === null).length],
    ['flushes that the disks were asked for', flushes],
    ['sectors written and not flushed at the cuts', `${disks.unflushed}, of which ${disks.gone} were lost`],
    ['file systems that e2fsck had to repair', repairs],
    ['labels sent', sum.labels],
    ['  accepted', sum.accepted],
    ['on paper', sum.printed],
    ['unknown: please check', sum.unknown],
    ['LOST: accepted, and not in the spool', `${sum.lost}, at ${sum.losingCuts} cuts`],
    ['  of these not on paper either', sum.lostUnprinted],
    ['DOUBLED', sum.doubled],
    ['OUT OF ORDER of their sender', sum.overtaking],
    ['states that contradict the paper', sum.contradictions],
    ['power until labels are taken again', `p50 ${p50} ms, p99 ${p99} ms`],
  ]
  const head = `power loss, synchronous=${synchronous.toUpperCase()}, seed ${seed}, ${computers} computers at once, ${Math.round(seconds)} s`
  return [
    ...reportTable(head, rows),
    ...findingLines('computer', verdicts),
    ...sentence(closingLine(result)),
  ].join('\n')
}

function closingLine({ synchronous, verdicts, lives }: PowerLossResult): string {
  const { lost, doubled, overtaking, accepted } = totalsOf(verdicts)
  const cuts = lives.length
  if (synchronous === 'normal')
    return lost > 0
      ? `Harness proven: without the flush ${lost} of ${accepted} accepted labels are lost.`
      : 'FAILED: nothing was lost although no commit waited for the disk, so these cuts prove nothing.'
  if (!isProven(synchronous, verdicts))
    return `FAILED: ${lost} lost, ${doubled} doubled, ${overtaking} out of order of ${accepted} accepted in ${cuts} cuts.`
  return boundLine(cuts, 'cuts')
}

function disksOf({ lives }: PowerLossResult): { readonly unflushed: number; readonly gone: number } {
  const unflushed = lives.reduce((sum, life) => sum + life.unflushed, 0)
  return { unflushed, gone: unflushed - lives.reduce((sum, { survived }) => sum + survived, 0) }
}
