// What the proof says, for people and as JSON.
import type { Finding } from '../fault-campaign/verdict.ts'
import type { PowerLossResult } from './power-loss.ts'
import { isProven, type Verdict } from './verdict.ts'

const SHOWN_FINDINGS = 10

export function resultJson(result: PowerLossResult): string {
  const { lives, verdicts, ...facts } = result
  const figures = {
    ...sums(verdicts),
    ...disksOf(result),
    recoveryMs: recoveryOf(result),
    bound95: 3 / lives.length,
  }
  const findings = (of: (verdict: Verdict) => readonly Finding[]) => verdicts.flatMap(of)
  const wrong = {
    lost: findings(({ lost }) => lost),
    doubled: findings(({ doubled }) => doubled),
    contradictions: findings(({ contradictions }) => contradictions),
  }
  const proven = isProven(result.synchronous, verdicts)
  return JSON.stringify({ ...facts, cuts: lives.length, ...figures, proven, wrong }, null, 2)
}

export function resultTable(result: PowerLossResult): string {
  const { lives, verdicts, seed, synchronous, computers, seconds, flushes } = result
  const sum = sums(verdicts)
  const disks = disksOf(result)
  const { p50, p99 } = recoveryOf(result)
  const rows: readonly (readonly [string, string | number])[] = [
    ['cuts', lives.length],
    ['  of these before the port was open', lives.filter(({ recoveryMs }) => recoveryMs === null).length],
    ['flushes that the disks were asked for', flushes],
    ['sectors written and not flushed at the cuts', `${disks.unflushed}, of which ${disks.gone} were lost`],
    ['labels sent', sum.labels],
    ['  accepted', sum.accepted],
    ['on paper', sum.printed],
    ['unknown: please check', sum.unknown],
    ['LOST: accepted, and not in the spool', `${sum.lost}, at ${sum.losingCuts} cuts`],
    ['  of these not on paper either', sum.lostUnprinted],
    ['DOUBLED', sum.doubled],
    ['states that contradict the paper', sum.contradictions],
    ['power until labels are taken again', `p50 ${p50} ms, p99 ${p99} ms`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const head = `power loss, synchronous=${synchronous.toUpperCase()}, seed ${seed}, ${computers} computers at once, ${Math.round(seconds)} s`
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return [head, ...table, ...findingLines(verdicts), closingLine(result)].join('\n')
}

function closingLine({ synchronous, verdicts, lives }: PowerLossResult): string {
  const { lost, doubled, accepted } = sums(verdicts)
  const cuts = lives.length
  if (synchronous === 'normal')
    return lost > 0
      ? `Harness proven: without the flush ${lost} of ${accepted} accepted labels are lost.`
      : 'FAILED: nothing was lost although no commit waited for the disk, so these cuts prove nothing.'
  if (!isProven(synchronous, verdicts))
    return `FAILED: ${lost} lost, ${doubled} doubled of ${accepted} accepted in ${cuts} cuts.`
  const bound = `${((100 * 3) / cuts).toFixed(2)} %`
  return `None lost, none doubled in ${cuts} cuts: with 95 % confidence fewer than ${bound} of such cuts do either (3/N).`
}

function findingLines(verdicts: readonly Verdict[]): readonly string[] {
  const all = verdicts.flatMap(({ lost, doubled, contradictions }, index) => {
    const line =
      (kind: string) =>
      ({ serial, words }: Finding): string =>
        `  ${kind} computer ${index}, label ${serial}: ${words}`
    return [
      ...lost.map(line('lost:')),
      ...doubled.map(line('doubled:')),
      ...contradictions.map(line('contradiction:')),
    ]
  })
  const rest =
    all.length > SHOWN_FINDINGS ? [`  and ${all.length - SHOWN_FINDINGS} more: --json has all`] : []
  return [...all.slice(0, SHOWN_FINDINGS), ...rest]
}

function sums(verdicts: readonly Verdict[]) {
  const sum = (of: (verdict: Verdict) => number): number =>
    verdicts.reduce((total, verdict) => total + of(verdict), 0)
  return {
    labels: sum(({ labels }) => labels),
    accepted: sum(({ accepted }) => accepted),
    printed: sum(({ printed }) => printed),
    unknown: sum(({ unknown }) => unknown),
    lost: sum(({ lost }) => lost.length),
    lostUnprinted: sum(({ lostUnprinted }) => lostUnprinted),
    losingCuts: sum(({ losingCuts }) => losingCuts),
    doubled: sum(({ doubled }) => doubled.length),
    contradictions: sum(({ contradictions }) => contradictions.length),
  }
}

function disksOf({ lives }: PowerLossResult): { readonly unflushed: number; readonly gone: number } {
  const unflushed = lives.reduce((sum, life) => sum + life.unflushed, 0)
  return { unflushed, gone: unflushed - lives.reduce((sum, { survived }) => sum + survived, 0) }
}

function recoveryOf({ lives }: PowerLossResult): { readonly p50: number; readonly p99: number } {
  const times = lives
    .flatMap(({ recoveryMs }) => (recoveryMs === null ? [] : [recoveryMs]))
    .toSorted((one, other) => one - other)
  const at = (share: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}
