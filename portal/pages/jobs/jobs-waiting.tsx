// How many labels of a computer wait, for whom, and what its printer says: words with a colour and a shape, nothing when
// all is well.
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { JobListName } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import { jobsPath } from '../../views/paths.ts'
import { JobReason } from './job-reason.tsx'
import { PrinterConditionMarks, printerConditions } from '../printing/printer-conditions.tsx'

interface JobsWaitingProps {
  readonly computer: RelayComputer
  readonly storeId: string
  readonly t: Texts
}

/** Each mark leads to the list of the labels that it counts. */
export function JobsWaitingMark({ computer, storeId, t }: JobsWaitingProps) {
  const waiting = computer.jobsWaiting
  if (waiting === null) return null
  const { unknown, held } = waiting
  if (unknown + held + waiting.printer + printerConditions(computer).length === 0) return null
  const listOf = (only: JobListName): string => jobsPath(storeId, computer.id, { only })
  // Those of both are told once, with the first.
  const [unknownReasons, heldReasons] =
    unknown > 0 ? [waiting.personReasons, []] : [[], waiting.personReasons]
  return (
    <span class="jobs-waiting">
      {unknown > 0 && (
        <Mark
          kind="person"
          text={t.jobs.forPerson(unknown)}
          href={listOf('asks')}
          reasons={unknownReasons}
          t={t}
        />
      )}
      {held > 0 && (
        <Mark kind="person" text={t.jobs.held(held)} href={listOf('asks')} reasons={heldReasons} t={t} />
      )}
      {waiting.printer > 0 && (
        <Mark
          kind="printer"
          text={t.jobs.forPrinter(waiting.printer)}
          href={listOf('waits')}
          reasons={waiting.printerReasons}
          t={t}
        />
      )}
      <PrinterConditionMarks computer={computer} t={t} />
      {!computer.isOnline && <span class="sub">{t.jobs.lastKnown}</span>}
    </span>
  )
}

interface MarkProps {
  readonly kind: 'person' | 'printer'
  readonly text: string
  readonly href: string
  readonly reasons: Reasons
  readonly t: Texts
}

function Mark({ kind, text, href, reasons, t }: MarkProps) {
  return (
    <span class={`jobs-for-${kind}`}>
      <span class="assignment-text">
        <Icon name={kind === 'person' ? 'alert' : 'clock'} />
        <a href={href}>{text}</a>
      </span>
      <JobReason reasons={reasons} t={t} />
    </span>
  )
}

/** The way to the labels of a computer. */
export function JobsLink({ computer, storeId, t }: JobsWaitingProps) {
  return (
    <a class="row-link" href={jobsPath(storeId, computer.id)}>
      {t.jobs.link}
      <span class="visually-hidden">: {computerName(computer)}</span>
    </a>
  )
}
