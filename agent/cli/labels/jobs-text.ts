// Labels as a person reads them: what became of each, why, and what to do about it.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { hasReason, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import {
  isAnswerWaiting,
  isPrintedAgain,
  shownState,
  unsaidReprint,
  type JobListName,
  type JobPage,
} from '@pharmacy-relay/shared/labels/job-lists.ts'
import { isSeen } from '@pharmacy-relay/shared/labels/seen-label.ts'
import type { JobStep, JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { factsInLine } from '@pharmacy-relay/shared/labels/step-facts.ts'
import { JOB_STATES, type JobState, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { COLUMNS, labelled, wrapped } from '../text.ts'

/** One page of labels. `older`: where the next one begins; null: there is none. */
export function jobPageText(
  jobs: readonly PrintJob[],
  { only, before }: JobPage,
  older: number | null,
): string {
  if (jobs.length === 0) return `${before === null ? NONE[only ?? 'all'] : 'No older labels.'}\n`
  const filter = only === null ? '' : ` --only ${only}`
  return older === null
    ? jobsText(jobs)
    : `${jobsText(jobs)}\nOlder ones: agent jobs${filter} --before ${older}\n`
}

const NONE: Readonly<Record<JobListName | 'all', string>> = {
  all: 'No labels yet.',
  'not-out': 'There is no label that did not come out.',
  waits: 'No label waits.',
  asks: 'No label needs an answer.',
}

/** Under a label its reason, and what somebody can do about it. */
export function jobsText(jobs: readonly PrintJob[]): string {
  return jobs.map(jobText).join('\n').concat('\n')
}

function jobText(job: PrintJob): string {
  const { acceptedAt, bytes, sender, destination } = job
  const way = `from ${sender}${destination === null ? '' : ` to ${destination}`}`
  return [
    `${labelNumber(job).padStart(4)}  ${acceptedAt}  ${stateText(job)}`,
    ...wrapped(`${bytes} bytes ${way}`, COLUMNS - 6),
    ...reasonLines(job.reasons),
    ...againLine(job),
    ...adviceFor(job),
  ].join('\n      ')
}

/** One label with every step of its way. */
export function traceText(trace: JobTrace): string {
  const { job, code, evidence, copies, reprint, isPayloadKept } = trace
  const facts = labelled([
    ['Label', `${labelNumber(job)}, ${stateText(job)}`],
    ...(job.reasons.length === 0 ? [] : [['Reason', reasonDetail(job.reasons)] as const]),
    ...(code === null ? [] : [['Code', code] as const]),
    ...(job.reprintedAs === undefined ? [] : [['Printed again', `as label ${job.reprintedAs}`] as const]),
    ['Id', job.id],
    ['From', `${job.sender}, ${job.acceptedAt}`],
    ['To', job.destination ?? 'nowhere yet'],
    ['Size', `${job.bytes} bytes of ${job.language}, ${copies === 1 ? '1 label' : `${copies} labels`}`],
    ['Tries', String(job.attempts)],
    ['Evidence', evidence === null ? withoutEvidence(job) : `${evidence}: ${EVIDENCE[evidence]}`],
    ...(reprint === null ? [] : [['Reprint', `${reprint.count} of ${reprint.of}`] as const]),
    ['Content', isPayloadKept ? 'kept sealed, so it can be printed again' : 'not kept any more'],
  ])
  const advice = adviceFor(job, trace.isElsewhere).map((line) => `${line}\n`)
  return `${facts}\n${trace.steps.map(stepText).join('\n')}\n${advice.length === 0 ? '' : `\n${advice.join('')}`}`
}

function withoutEvidence({ state, reasons }: PrintJob): string {
  return isSeen({ state, reasons }) ? 'somebody saw that it came out' : 'none'
}

function stateText(job: Pick<PrintJob, 'state' | 'reasons'>): string {
  return isSeen(job) ? 'came out' : JOB_STATES[shownState(job)]
}

const EVIDENCE = {
  L0: 'its bytes left this computer',
  L1: 'the printer closed the connection after the last byte',
  L2: 'the printer has nothing left to print and no fault',
  L3: 'the label counter of the printer advanced',
  L4: 'the printer named this label',
} as const satisfies Record<NonNullable<JobTrace['evidence']>, string>

function stepText(step: JobStep): string {
  const { at, state, reasons } = step
  const facts = factsInLine(step)
  const became = `${at}  ${stateText({ state, reasons })}`
  const told = facts.length === 0 ? '' : `(${facts.join(', ')})`
  const fits = became.length + told.length < COLUMNS
  const lines = fits ? [`${became} ${told}`.trimEnd()] : [became, ...wrapped(told, COLUMNS - 6)]
  return [...lines, ...reasonLines(reasons)].join('\n      ')
}

function reasonLines(reasons: Reasons): string[] {
  return reasons.length === 0 ? [] : wrapped(reasonDetail(reasons), COLUMNS - 6)
}

const ADVICE: Readonly<Partial<Record<JobState, readonly string[]>>> = {
  unknown: ['Did it come out?  agent answer N printed', 'If it did not:    agent answer N reprint'],
  held: ['Print it anyway:  agent release N', 'Or drop it:       agent cancel N'],
  expired: ['Print it now:     agent release N'],
  failed: ['Print it again:   agent reprint N'],
  waiting_for_printer: ['Drop it:          agent cancel N'],
}

/** The number where it is known, and nothing where the reason says it all. */
function againLine(job: PrintJob): string[] {
  const label = unsaidReprint(job)
  return label === null ? [] : [`printed again as label ${label}`]
}

function adviceFor(job: PrintJob, isElsewhere = false): string[] {
  if (isPrintedAgain(job)) return []
  if (isAnswerWaiting(job)) return [`If it did come out:  agent answer ${labelNumber(job)} printed`]
  const waitsThere = hasReason(job.reasons, 'waits_there') || hasReason(job.reasons, 'held_there')
  const { state } = job
  // What went to another computer is let go only there.
  const expiredThere = state === 'expired' && isElsewhere
  const advised = expiredThere ? 'failed' : waitsThere ? 'waiting_for_printer' : state
  return (ADVICE[advised] ?? []).map((line) => line.replace(/N(?= |$)/, labelNumber(job)))
}
