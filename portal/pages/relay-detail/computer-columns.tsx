// The columns of the table of a pharmacy's computers: what stands above each, and what it says of a computer.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { ComponentChildren } from 'preact'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { ComputerStatus } from '../../views/computer-status.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { HealthMark } from '../../views/health/health-mark.tsx'
import { computerPath } from '../../views/paths.ts'
import { Age } from '../../views/times/time.tsx'
import { AgentVersion } from '../computer/computer-facts.tsx'
import { ComputerPrinting, ComputerRole } from '../computer/computer-printing.tsx'
import { hasLabels } from '../computer/computer-tabs.tsx'
import { memoryText } from '../computer/memory-text.ts'
import { RestoreButton } from '../computer/restore-button.tsx'
import { JobsWaitingMark } from '../jobs/jobs-waiting.tsx'
import { AssignmentState } from '../printing/assignment-state.tsx'
import { RowMenu } from './row-menu.tsx'

export interface ComputerCellProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly viewer: Viewer | null
  readonly now: Date
  readonly t: Texts
}

export interface ComputerColumn {
  /** Of the style sheet: `col-NAME`, and `cell-NAME` of those that need no label. */
  readonly name: string
  readonly title: (t: Texts) => string
  /** `row`: the head of its row. `plain`: clear without its title; where the table has no head all others have it beside them. */
  readonly form: 'row' | 'plain' | 'labelled'
  readonly Cell: (props: ComputerCellProps) => ComponentChildren
}

/** From the left. */
export const computerColumns: readonly ComputerColumn[] = [
  { name: 'computer', title: (t) => t.pharmacy.computer, form: 'row', Cell: Name },
  { name: 'status', title: (t) => t.pharmacy.status, form: 'plain', Cell: Status },
  { name: 'role', title: (t) => t.pharmacy.role, form: 'labelled', Cell: ComputerRole },
  { name: 'printing', title: (t) => t.pharmacy.printing, form: 'labelled', Cell: Printing },
  { name: 'last-label', title: (t) => t.pharmacy.lastLabel, form: 'labelled', Cell: LastLabel },
  { name: 'menu', title: (t) => t.computers.actions, form: 'plain', Cell: RowMenu },
]

function Status({ computer, viewer, now, t }: ComputerCellProps) {
  return (
    <>
      <ComputerStatus computer={computer} now={now} t={t} />
      {computer.access === 'approved' && (
        <HealthMark health={computer.health} computerId={computer.id} now={now} t={t} />
      )}
      {computer.access === 'revoked' && may(viewer, storeApi.restoreComputer) && (
        <RestoreButton computer={computer} class="btn btn-sm restore-button" t={t} />
      )}
    </>
  )
}

function Printing({ customer, computer, now, t }: ComputerCellProps) {
  return (
    <>
      <ComputerPrinting customer={customer} computer={computer} t={t} />
      <AssignmentState computer={computer} now={now} t={t} />
      <JobsWaitingMark computer={computer} storeId={customer.storeId} t={t} />
    </>
  )
}

function LastLabel({ computer: { labelFacts }, now, t }: ComputerCellProps) {
  // An agent of before does not say.
  if (labelFacts === null || labelFacts === undefined) return null
  const at = labelFacts.lastLabelAt
  if (at === undefined) return <span class="sub">{t.pharmacy.noLabel}</span>
  return <Age at={at} now={now} locale={t.locale} />
}

function Name({ customer, computer, t }: ComputerCellProps) {
  const { displayName, pcName, username, letter, totalRamMb } = computer
  return (
    <>
      <a class="pc-name" href={computerPath(customer.storeId, computer.id)}>
        <bdi>{computerName(computer)}</bdi>
      </a>
      {displayName !== null && <span class="sub">{t.computers.ownName(pcName)}</span>}
      <bdi class="sub">{username}</bdi>
      {letter !== undefined && hasLabels(computer) && (
        <span class="sub">{t.computers.labelsBegin(letter)}</span>
      )}
      <span class="sub">
        <AgentVersion computer={computer} t={t} />
        {totalRamMb !== null && <> · {memoryText(t.locale, totalRamMb)}</>}
      </span>
    </>
  )
}
