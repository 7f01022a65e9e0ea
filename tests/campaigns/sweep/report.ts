// What a sweep found: one table for people, JSON for programs.
import { percent } from '../../kit/report.ts'
import type { SweepResult } from './sweep.ts'
import type { Finding, Share } from './verdict.ts'

const SHOWN_FINDINGS = 20

export function sweepJson({ runs, findings, ...facts }: SweepResult): string {
  return JSON.stringify({ ...facts, runs: runs.length, disagreements: findings }, null, 2)
}

export function sweepTable(result: SweepResult): string {
  const { timers, labels, runs, findings, seconds, without, shares } = result
  const text = timers === 'real' ? 'real timers, one run in a hundred' : 'timers divided by 100'
  const head = `sweep, ${text}, ${Math.round(seconds)} s${without === null ? '' : `, WITHOUT ${without}`}`
  const swept = labels.map(
    ({ name, bytes, positions }) => `  ${name}: ${bytes} bytes, ${positions} positions`,
  )
  const unknown = runs.filter(({ state }) => state === 'unknown').length
  const proved = runs.filter(({ state }) => state === 'printed').length
  const end = `${runs.length} runs, ${findings.length} disagreements; printed ${percent(proved, runs.length, 1)}, unknown ${percent(unknown, runs.length, 1)}`
  return [head, ...swept, ...shareLines(shares), ...findingLines(findings), end].join('\n')
}

function shareLines(shares: readonly Share[]): string[] {
  const rows = [
    ['trouble', 'at a byte', 'runs', 'came true', 'printed', 'sent', 'unknown', 'of these on paper'],
    ...shares
      .toSorted((a, b) => a.trouble.localeCompare(b.trouble) || a.place.localeCompare(b.place))
      .map((share) => [
        share.trouble,
        share.place,
        String(share.runs),
        String(share.reached),
        String(share.printed),
        String(share.sent),
        `${share.unknown} (${percent(share.unknown, share.runs, 1)})`,
        String(share.unknownOnPaper),
      ]),
  ]
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    [],
  )
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
}

function findingLines(findings: readonly Finding[]): string[] {
  const lines = findings.slice(0, SHOWN_FINDINGS).map(({ fault, run, paper }) => {
    const onPaper =
      paper.map(({ labels, isWhole }) => `${labels}${isWhole ? '' : ' cut'}`).join(' + ') || 'none'
    return `  DISAGREES, ${fault}: ${run.label}, ${run.trouble} at ${run.position}; on paper ${onPaper} of ${run.copies}; ${run.way.join(' > ')}`
  })
  const rest = findings.length - lines.length
  return rest > 0 ? [...lines, `  and ${rest} more: --json has all`] : lines
}
