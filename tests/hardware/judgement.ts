// Where what the agent said, what the printer counted and what the person saw do not go together. Pure.
import type { Evidence } from '@pharmacy-relay/shared/print-job.ts'
import {
  isNotRun,
  type Finding,
  type JudgedRun,
  type LabelRecord,
  type PaperRecord,
  type PowerRecord,
  type Run,
} from './run-record.ts'
import { POWER_PARTS } from './suite-labels.ts'

export function judged(run: Run): JudgedRun {
  const labels = [...run.labels, ...troubleLabels(run)]
  const findings = [
    ...run.labels.flatMap((label) => labelFindings(label, `label ${label.n}`)),
    ...odometerFindings(run),
    ...(isNotRun(run.paper) ? [] : paperFindings(run.paper)),
    ...(isNotRun(run.power) ? [] : powerFindings(run.power)),
    ...notShown(run),
  ]
  const evidences = labels.flatMap(({ evidence }) => evidence ?? [])
  return { ...run, evidence: evidences.toSorted().at(-1) ?? null, findings }
}

/** True when nothing contradicts, and at least one label was handed over. */
export function holds(run: JudgedRun): boolean {
  return run.findings.every(({ kind }) => kind !== 'contradiction')
}

function troubleLabels({ paper, power }: Run): readonly Pick<LabelRecord, 'evidence'>[] {
  return [...(isNotRun(paper) ? [] : [paper.label]), ...(isNotRun(power) ? [] : [power.label, power.after])]
}

/** Of a label at a printer with which nothing is wrong. */
function labelFindings(label: LabelRecord, name: string): Finding[] {
  const { outcome, seen, words } = label
  if (seen === null) return [note(`${name}: nobody said what came out`)]
  if (outcome !== 'ok') {
    const mayBeOut = outcome === 'ambiguous'
    if (seen === 'none') return [contradiction(`${name} did not come out: ${words}`)]
    if (mayBeOut) return [note(`${name} came out, and the agent does not know it: ${words}`)]
    return [contradiction(`${name} came out, and the agent would print it again: ${words}`)]
  }
  switch (seen) {
    case 'once':
      return []
    case 'none':
      return [contradiction(`${name} did not come out, and ${claim(label)}`)]
    case 'several':
      return [contradiction(`${name} came out more than once, and was handed over once`)]
    case 'cut':
      return [contradiction(`only a part of ${name} came out, and ${claim(label)}`)]
    case 'unreadable':
      return [contradiction(`${name} is no label but text or signs: is it the language of this printer?`)]
    default:
      return seen satisfies never
  }
}

/** What speaks for the label. */
function claim({ evidence, odometerBefore, odometerAfter }: LabelRecord): string {
  if (evidence === 'L3') return `the counter of the printer went from ${odometerBefore} to ${odometerAfter}`
  return isProof(evidence) ? 'the printer said that it was printed' : 'the agent says that it was sent'
}

function isProof(evidence: Evidence | null): boolean {
  return evidence !== null && evidence >= 'L2'
}

/** Over the numbered set: from the first counter that was read to the one behind the last label. */
function odometerFindings({ labels, statuses }: Run): Finding[] {
  const first = statuses.findIndex(({ odometer }) => odometer !== null)
  const before = statuses[first]?.odometer ?? null
  const after = statuses.at(-1)?.odometer ?? null
  if (before === null || after === null || first === statuses.length - 1) return []
  // The status before label n stands at place n - 1.
  const counted = labels.slice(first)
  if (counted.some(({ seen }) => seen === null)) return []
  const seen = counted.filter((label) => label.seen !== 'none').length
  const hasSeveral = counted.some((label) => label.seen === 'several')
  const stepped = after - before
  if (stepped === seen || (hasSeveral && stepped > seen)) return []
  return [
    contradiction(
      `the counter of the printer went up by ${stepped} over ${counted.length} labels, of which ${seen} came out`,
    ),
  ]
}

function paperFindings({ label, said, isSo, endedWithoutPaper }: PaperRecord): Finding[] {
  const findings: Finding[] = []
  if (said.length === 0) findings.push(note('without paper: the agent did not know that anything is wrong'))
  if (isSo === false)
    findings.push(contradiction(`without paper, the agent said what is not so: ${said.join(' ')}`))
  if (endedWithoutPaper && isProof(label.evidence))
    findings.push(contradiction('without paper, the label was said to be printed'))
  return [...findings, ...troubledFindings(label, `label ${label.n}, sent without paper,`)]
}

/** What was handed over in trouble may be lost in the printer: `sent` does not claim more. */
function troubledFindings(label: LabelRecord, name: string): Finding[] {
  if (label.seen === 'none' && label.outcome === 'ok' && !isProof(label.evidence))
    return [note(`${name} never came out; the agent says no more than that it was sent`)]
  if (label.seen === 'none' && label.outcome !== 'ok')
    return [note(`${name} did not come out, as the agent feared: ${label.words}`)]
  return labelFindings(label, name)
}

function powerFindings(power: PowerRecord): Finding[] {
  const { label, partsSeen, hasTwice, isSo, said, after } = power
  const { outcome, evidence, words } = label
  // Not every language tells how many labels a payload makes.
  const copies = POWER_PARTS
  const findings: Finding[] = []
  const out = partsSeen === null ? 'an unknown number' : `${partsSeen} of ${copies}`
  if (partsSeen === null) findings.push(note('power loss: nobody said how many came out'))
  if (isSo === false)
    findings.push(contradiction(`power off: the agent said what is not so: ${said.join(' ')}`))
  if (outcome === 'ok' && isProof(evidence) && partsSeen !== null && partsSeen < copies)
    findings.push(contradiction(`power loss: ${out} came out, and the agent says: ${words}`))
  else if (outcome === 'ok' && partsSeen !== null && partsSeen < copies)
    findings.push(note(`power loss: ${out} came out; the agent says no more than that it was sent`))
  if (partsSeen === copies && hasTwice !== true)
    findings.push(note('power loss: all of it came out; the power went too late, or not at all'))
  if ((outcome === 'transient' || outcome === 'permanent') && partsSeen !== null && partsSeen > 0)
    findings.push(
      contradiction(`power loss: ${out} came out, and the agent says that nothing left: ${words}`),
    )
  if (hasTwice === true)
    findings.push(contradiction('power loss: a number came out twice, and the agent printed it once'))
  return [...findings, ...labelFindings(after, `label ${after.n}, after the power loss,`)]
}

function notShown({ labels, paper, power }: Run): Finding[] {
  const findings: Finding[] = []
  if (labels.every(({ outcome }) => outcome !== 'ok'))
    findings.push(contradiction('no label was handed over: nothing is shown'))
  if (isNotRun(paper)) findings.push(note(`paper out was not run: ${paper.notRun}`))
  if (isNotRun(power)) findings.push(note(`power loss was not run: ${power.notRun}`))
  return findings
}

function contradiction(text: string): Finding {
  return { kind: 'contradiction', text }
}

function note(text: string): Finding {
  return { kind: 'note', text }
}
