// The verdict of a soak for people: how long it ran, its pace, and a line for each thing that was watched.
import { paceLines, WARM_UP_TIMES } from './load/pace.ts'
import type { SoakVerdict, VerdictLine } from './judge.ts'
import type { SoakRecord } from './record.ts'

export function reportText(record: SoakRecord, { lines, isGood }: SoakVerdict): string {
  const { samples, pharmacies, devices, plannedMinutes, warmUpMinutes, startedAt } = record
  const minutes = Math.round((samples.at(-1)?.atMs ?? 0) / 60_000)
  const loads = samples.map(({ machineLoad }) => machineLoad)
  return [
    `soak of ${pharmacies} pharmacies with ${devices} devices from ${startedAt}: ${minutes} of ${plannedMinutes} minutes, ${samples.length} samples`,
    `${warmUpMinutes} minutes before them at ${WARM_UP_TIMES} times the pace`,
    `load of the machine ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}, others included`,
    ...paceLines(pharmacies),
    ...lines.map(lineText),
    isGood ? 'nothing grows beyond its rule' : 'NOT GOOD',
  ].join('\n')
}

function lineText({ what, name, text, isGood }: VerdictLine): string {
  const mark = isGood === null ? '   ' : isGood ? 'ok ' : 'NO '
  return `${mark} ${what.padEnd(12)} ${name.padEnd(28)} ${text}`
}
