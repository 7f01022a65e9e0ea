// What the update campaign found, for people and as JSON.
import { allFindings, findingLines, findingsOf, reportTable, sentence } from '../../../kit/report.ts'
import type { AgentName } from '../../../kit/pharmacy.ts'
import type { Verdict } from '../../../kit/account.ts'
import { VICTIMS, type Kill } from './computer-life.ts'
import type { BadPeriod, GapsByCause } from './gap-causes.ts'
import type { Updated } from './progress.ts'

export interface UpdateCampaignResult {
  readonly updates: number
  readonly seed: number
  readonly killEvery: number
  readonly badEvery: number
  readonly seconds: number
  readonly isSettled: boolean
  readonly verdict: Verdict
  readonly updated: readonly Updated[]
  readonly bad: readonly BadPeriod[]
  readonly kills: Readonly<Record<AgentName, readonly Kill[]>>
  readonly gaps: GapsByCause
  /** Launchers that ended without having been killed. */
  readonly faults: readonly string[]
}

export function isBad({ verdict, isSettled, faults }: UpdateCampaignResult): boolean {
  return !isSettled || findingsOf(verdict).length + faults.length > 0
}

export function campaignJson(result: UpdateCampaignResult): string {
  return JSON.stringify({ ...result, ...allFindings([result.verdict]) }, null, 2)
}

export function campaignTable(result: UpdateCampaignResult): string {
  const { seed, updates, seconds, verdict, faults, isSettled } = result
  const head = `Update campaign: ${updates} updates of 2 computers, seed ${seed}, ${Math.round(seconds)} s`
  return [
    ...reportTable(head, [...updateRows(result), ...gapRows(result.gaps), ...labelRows(verdict)]),
    ...findingLines('pharmacy', [verdict]),
    ...faults.map((text) => `  a launcher ended: ${text}`),
    ...(isSettled ? [] : ['  labels still waited at the end']),
    ...sentence(endText(result)),
  ].join('\n')
}

type Row = readonly [name: string, value: string | number]

function updateRows({ updated, bad, kills }: UpdateCampaignResult): Row[] {
  const all = [...kills.printer, ...kills.client]
  const codes = bad.flatMap(({ kind, codes: why }) => why.map((code) => `${kind}: ${code}`))
  return [
    ['updates taken, on both computers together', updated.length],
    [
      '  left once for kills during the trial, and taken then',
      updated.filter(({ wasLeft }) => wasLeft).length,
    ],
    ['  from publication to proof, p50 / most', `${secondsOf(updated.map(({ ms }) => ms))} s`],
    ['versions that did not work, and were left', codes.length],
    ...[...Map.groupBy(codes, (code) => code)].map(([code, same]): Row => [`  ${code}`, same.length]),
    ['kills', all.length],
    ...VICTIMS.map((victim): Row => [`  ${victim}`, all.filter((kill) => kill.victim === victim).length]),
  ]
}

function gapRows(gaps: GapsByCause): Row[] {
  const row = (name: string, times: readonly number[]): Row => [
    name,
    times.length === 0 ? 'none' : `${times.length} times, ${secondsOf(times)} s`,
  ]
  return [
    ['without an agent, p50 / longest', ''],
    row('  for an update', gaps.update),
    row('  after a kill', gaps.kill),
    row('  for a version that did not work', gaps['bad version']),
  ]
}

function labelRows(verdict: Verdict): Row[] {
  return [
    ['labels sent', verdict.labels],
    ['  accepted', verdict.accepted],
    ['on paper', verdict.printed],
    ['unknown: please check', `${verdict.unknown}, ${verdict.unknownOnPaper} of them on paper`],
    ...[...Map.groupBy(verdict.unknownWhy, (why) => why)].map(([why, same]): Row => [
      `  ${why}`,
      same.length,
    ]),
    ['LOST', verdict.lost.length],
    ['DOUBLED', verdict.doubled.length],
    ['OUT OF ORDER of their sender', verdict.overtaking.length],
    ['states that contradict the paper', verdict.contradictions.length],
  ]
}

function endText(result: UpdateCampaignResult): string {
  const { verdict, updated } = result
  const { lost, doubled, overtaking } = verdict
  if (isBad(result))
    return `FAILED: ${lost.length} lost, ${doubled.length} doubled, ${overtaking.length} out of order.`
  return `None lost, none doubled in ${updated.length} updates; an agent ran at the end of each.`
}

/** Middle and longest. */
function secondsOf(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${(middle / 1_000).toFixed(1)} / ${((sorted.at(-1) ?? 0) / 1_000).toFixed(1)}`
}
