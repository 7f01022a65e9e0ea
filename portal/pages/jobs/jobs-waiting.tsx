// How many labels of a computer wait, for whom, and what its printer says: words with a colour and a shape, nothing when
// all is well.
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import { jobsPath } from '../../views/paths.ts'
import { JobReason } from './job-reason.tsx'
import { PrinterConditionMarks, printerConditions } from '../printing/printer-conditions.tsx'

interface JobsWaitingProps {
  readonly computer: RelayComputer
  readonly t: Texts
}

export function JobsWaitingMark({ computer, t }: JobsWaitingProps) {
  const waiting = computer.jobsWaiting
  if (waiting === null) return null
  const forPerson = waiting.unknown + waiting.held
  if (forPerson + waiting.printer + printerConditions(computer).length === 0) return null
  return (
    <span class="jobs-waiting">
      {forPerson > 0 && (
        <Mark kind="person" text={t.jobs.forPerson(forPerson)} reasons={waiting.personReasons} t={t} />
      )}
      {waiting.printer > 0 && (
        <Mark
          kind="printer"
          text={t.jobs.forPrinter(waiting.printer)}
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
  readonly reasons: Reasons
  readonly t: Texts
}

function Mark({ kind, text, reasons, t }: MarkProps) {
  return (
    <span class={`jobs-for-${kind}`}>
      <span class="assignment-text">
        <Icon name={kind === 'person' ? 'alert' : 'clock'} />
        <span>{text}</span>
      </span>
      <JobReason reasons={reasons} t={t} />
    </span>
  )
}

/** The way to the labels of a computer. */
export function JobsLink({ computer, storeId, t }: JobsWaitingProps & { readonly storeId: string }) {
  return (
    <a class="row-link" href={jobsPath(storeId, computer.id)}>
      {t.jobs.link}
      <span class="visually-hidden">: {computerName(computer)}</span>
    </a>
  )
}
