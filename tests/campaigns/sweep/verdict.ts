// What the agent claims about each label, held against the roll. Pure.
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'

/** One label whose printer got into trouble at one byte. */
export interface Run {
  readonly serial: number
  readonly label: string
  readonly trouble: string
  /** Bytes of the connection that the printer had read. */
  readonly position: number
  readonly place: Place
  /** The printer came to that byte. */
  readonly isReached: boolean
  /** The agent could not know what came out. */
  readonly isAmbiguous: boolean
  /** Labels that come out of it. */
  readonly copies: number
  readonly state: JobTrace['job']['state']
  readonly code: string | null
  readonly evidence: JobTrace['evidence']
  /** States with their words, in their order. */
  readonly way: readonly string[]
}

export const PLACES = ['before the first byte', 'inside', 'behind the end'] as const
export type Place = (typeof PLACES)[number]

/** What came out of one connection. */
export interface Paper {
  readonly serial: number
  /** Nothing of the label is missing. */
  readonly isWhole: boolean
  readonly labels: number
}

const FAULTS = ['doubled', 'not on paper', 'on paper', 'cut', 'needlessly unknown', 'not at rest'] as const
type Fault = (typeof FAULTS)[number]

export interface Finding {
  readonly fault: Fault
  readonly run: Run
  readonly paper: readonly Paper[]
}

export interface Verdict {
  readonly findings: readonly Finding[]
  readonly shares: readonly Share[]
}

/** How the runs of one trouble in one place ended. */
export interface Share {
  readonly trouble: string
  readonly place: Place
  readonly runs: number
  readonly reached: number
  readonly printed: number
  readonly sent: number
  readonly unknown: number
  readonly unknownOnPaper: number
}

export function judge(runs: readonly Run[], papers: readonly Paper[]): Verdict {
  const onPaper = Map.groupBy(papers, ({ serial }) => serial)
  const paperOf = ({ serial }: Run): readonly Paper[] => onPaper.get(serial) ?? []
  const findings = runs.flatMap((run) => {
    const paper = paperOf(run)
    const fault = faultOf(run, paper)
    return fault === null ? [] : [{ fault, run, paper }]
  })
  const groups = [...Map.groupBy(runs, ({ trouble, place }) => `${trouble}/${place}`).values()]
  return { findings, shares: groups.flatMap((group) => shareOf(group, paperOf)) }
}

/** Null when the claim agrees with the paper. */
function faultOf(run: Run, paper: readonly Paper[]): Fault | null {
  const labels = paper.reduce((sum, one) => sum + one.labels, 0)
  if (labels > run.copies || paper.length > 1) return 'doubled'
  switch (run.state) {
    case 'printed':
    case 'sent_to_printer':
      if (paper.length === 0) return 'not on paper'
      return labels === run.copies && paper.every(({ isWhole }) => isWhole) ? null : 'cut'
    case 'failed':
    case 'expired':
    case 'cancelled':
    case 'held':
      return paper.length > 0 ? 'on paper' : null
    case 'unknown':
      return run.isAmbiguous ? null : 'needlessly unknown'
    case 'accepted':
    case 'sending':
    case 'waiting_for_printer':
    case 'forwarded':
    case 'other':
      return 'not at rest'
    default:
      return run.state satisfies never
  }
}

function shareOf(group: readonly Run[], paperOf: (run: Run) => readonly Paper[]): Share[] {
  const [first] = group
  if (first === undefined) return []
  const count = (holds: (run: Run) => boolean): number => group.filter(holds).length
  return [
    {
      trouble: first.trouble,
      place: first.place,
      runs: group.length,
      reached: count(({ isReached }) => isReached),
      printed: count(({ state }) => state === 'printed'),
      sent: count(({ state }) => state === 'sent_to_printer'),
      unknown: count(({ state }) => state === 'unknown'),
      unknownOnPaper: count((run) => run.state === 'unknown' && paperOf(run).length > 0),
    },
  ]
}
