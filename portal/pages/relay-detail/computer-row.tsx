// One computer of a pharmacy: a table row where there is room, a card on a phone. All else is on the computer's own page.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { ComponentChildren } from 'preact'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { ComputerStatus } from '../../views/computer-status.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { HealthMark } from '../../views/health/health-mark.tsx'
import { computerPath, computerRowId } from '../../views/paths.ts'
import { AgentVersion } from '../computer/computer-facts.tsx'
import { ComputerPrinting, ComputerRole } from '../computer/computer-printing.tsx'
import { hasLabels } from '../computer/computer-tabs.tsx'
import { memoryText } from '../computer/memory-text.ts'
import { RestoreButton } from '../computer/restore-button.tsx'
import { JobsWaitingMark } from '../jobs/jobs-waiting.tsx'
import { AssignmentState } from '../printing/assignment-state.tsx'
import { RowMenu } from './row-menu.tsx'

export interface ComputerRowProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly viewer: Viewer | null
  readonly now: Date
  readonly t: Texts
}

/** `data-seq` keeps an older row from replacing a newer one. */
export function ComputerRow({ customer, computer, viewer, now, t }: ComputerRowProps) {
  return (
    <tr
      id={computerRowId(computer.id)}
      data-key={`computer-${computer.id}`}
      data-seq={String(computer.presenceSeq)}
      class={computer.isOnline ? 'is-online' : 'is-offline'}
    >
      <th scope="row" class="cell-computer">
        <Name computer={computer} storeId={customer.storeId} t={t} />
      </th>
      <td class="cell-status">
        <ComputerStatus computer={computer} now={now} t={t} />
        {computer.access === 'approved' && (
          <HealthMark health={computer.health} computerId={computer.id} now={now} t={t} />
        )}
        {computer.access === 'revoked' && may(viewer, storeApi.restoreComputer) && (
          <RestoreButton computer={computer} class="btn btn-sm restore-button" t={t} />
        )}
      </td>
      <Cell label={t.pharmacy.role}>
        <ComputerRole computer={computer} t={t} />
      </Cell>
      <Cell label={t.pharmacy.printing}>
        <ComputerPrinting customer={customer} computer={computer} t={t} />
        <AssignmentState computer={computer} now={now} t={t} />
        <JobsWaitingMark computer={computer} storeId={customer.storeId} t={t} />
      </Cell>
      <td class="cell-menu">
        <RowMenu customer={customer} computer={computer} viewer={viewer} t={t} />
      </td>
    </tr>
  )
}

/** The label is shown on narrow screens only, where the table has no head. */
function Cell({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <td>
      <span class="cell-label" aria-hidden="true">
        {label}
      </span>
      <span class="cell-value">{children}</span>
    </td>
  )
}

interface NameProps {
  readonly computer: RelayComputer
  readonly storeId: string
  readonly t: Texts
}

function Name({ computer, storeId, t }: NameProps) {
  const { displayName, pcName, username, letter, totalRamMb } = computer
  return (
    <>
      <a class="pc-name" href={computerPath(storeId, computer.id)}>
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
