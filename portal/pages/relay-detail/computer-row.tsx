// One computer of a pharmacy: a table row where there is room, a card on a phone.
import { may, mayAny } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { CHANGE_ROLE, MANAGE_COMPUTER } from '../../views/purposes.ts'
import type { ComponentChildren } from 'preact'
import { roleName } from '@pharmacy-relay/shared/device-role.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { HealthMark } from '../../views/health/health-mark.tsx'
import { CopyButton } from '../../views/copy-button.tsx'
import { computerPath, computerRowId, editorPath, rolePath } from '../../views/paths.ts'
import { HistoryLink } from '../history/history-link.tsx'
import { AssignmentState } from '../printing/assignment-state.tsx'
import { RestoreButton } from '../computer/restore-button.tsx'
import { JobsLink, JobsWaitingMark } from '../jobs/jobs-waiting.tsx'
import { printerComputerOf } from '../printing/role-consequences.ts'
import { namedComputer } from '../printing/standby-card.tsx'
import { isStandby } from '../printing/standby-choice.tsx'
import { TestLabelButton } from '../printing/test-label.tsx'
import { RequestButtons } from '../requests/request-buttons.tsx'
import { ComputerStatus } from '../../views/computer-status.tsx'
import { memoryText } from './memory-text.ts'

export interface ComputerRowProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly viewer: Viewer | null
  readonly now: Date
  readonly t: Texts
}

/** `data-seq` keeps an older row from replacing a newer one. */
export function ComputerRow({ customer, computer, viewer, now, t }: ComputerRowProps) {
  const p = t.pharmacy
  const { storeId } = customer
  return (
    <tr
      id={computerRowId(computer.id)}
      data-key={`computer-${computer.id}`}
      data-seq={String(computer.presenceSeq)}
      class={computer.isOnline ? 'is-online' : 'is-offline'}
    >
      <th scope="row" class="cell-computer">
        <Name computer={computer} t={t} />
        {mayAny(viewer, MANAGE_COMPUTER) && <Manage computer={computer} storeId={storeId} t={t} />}
      </th>
      <td class="cell-status">
        <ComputerStatus computer={computer} now={now} t={t} />
        {computer.access === 'approved' && (
          <HealthMark health={computer.health} computerId={computer.id} now={now} t={t} />
        )}
        {computer.access === 'revoked' && may(viewer, storeApi.restoreComputer) && (
          <RestoreButton computer={computer} class="btn btn-sm restore-button" t={t} />
        )}
        {may(viewer, storeApi.computerHistory) && <HistoryLink computer={computer} storeId={storeId} t={t} />}
      </td>
      <Cell label={p.role}>
        <Role computer={computer} t={t} />
        {mayAny(viewer, CHANGE_ROLE) && <ChangeRole computer={computer} storeId={storeId} t={t} />}
      </Cell>
      <Cell label={p.printing}>
        <Printing customer={customer} computer={computer} t={t} />
        <AssignmentState computer={computer} now={now} t={t} />
        <JobsWaitingMark computer={computer} storeId={storeId} t={t} />
        {hasJobs(computer) && may(viewer, storeApi.ListJobsAsync) && (
          <JobsLink computer={computer} storeId={storeId} t={t} />
        )}
        {computer.role !== 0 && may(viewer, storeApi.PrintTestLabelAsync) && (
          <TestLabelButton customer={customer} computer={computer} t={t} />
        )}
        <RequestButtons computer={computer} viewer={viewer} t={t} />
      </Cell>
      <Facts computer={computer} t={t} />
    </tr>
  )
}

/** The cells of what the computer itself says. */
function Facts({ computer, t }: PartProps) {
  const p = t.pharmacy
  const { totalRamMb, latencyMs, isOnline } = computer
  return (
    <>
      <Cell label={p.version}>
        <Version computer={computer} t={t} />
      </Cell>
      <Cell label={p.memory}>
        {totalRamMb === null ? <Unknown t={t} /> : memoryText(t.locale, totalRamMb)}
      </Cell>
      <Cell label={p.addresses}>
        <Addresses computer={computer} t={t} />
      </Cell>
      <Cell label={p.latency}>
        {latencyMs === null || !isOnline ? <Unknown t={t} /> : p.milliseconds(latencyMs)}
      </Cell>
      <Cell label={p.supportNumber}>
        <SupportNumber computer={computer} t={t} />
      </Cell>
    </>
  )
}

/** One that never had a part in printing has no labels. */
function hasJobs({ role, jobsWaiting }: RelayComputer): boolean {
  return role !== 0 || jobsWaiting !== null
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

interface PartProps {
  readonly computer: RelayComputer
  readonly t: Texts
}

function Unknown({ t }: { readonly t: Texts }) {
  return (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">{t.common.unknown}</span>
    </span>
  )
}

function Name({ computer, t }: PartProps) {
  const { displayName, pcName, username, letter } = computer
  return (
    <>
      <bdi class="pc-name">{computerName(computer)}</bdi>
      {displayName !== null && <span class="sub">{t.computers.ownName(pcName)}</span>}
      <bdi class="sub">{username}</bdi>
      {letter !== undefined && hasJobs(computer) && (
        <span class="sub">{t.computers.labelsBegin(letter)}</span>
      )}
    </>
  )
}

/** The way to the page that renames, moves and removes it. */
function Manage({ computer, storeId, t }: PartProps & { readonly storeId: string }) {
  return (
    <a class="row-link" href={computerPath(storeId, computer.id)}>
      {t.computers.manage}
      <span class="visually-hidden">: {computerName(computer)}</span>
    </a>
  )
}

function Version({ computer, t }: PartProps) {
  return (
    <span class="with-mark">
      {computer.softwareVersion === '' ? <Unknown t={t} /> : <span>{computer.softwareVersion}</span>}
      {computer.isTooOld && (
        <span class="mark-warning" title={t.pharmacy.tooOldAdvice}>
          {t.pharmacy.tooOld}
        </span>
      )}
    </span>
  )
}

function Role({ computer, t }: PartProps) {
  const isTakenOver = computer.role === computer.reportedRole
  return (
    <>
      <span class={computer.role === 0 ? 'muted' : ''}>{t.deviceRoles[roleName(computer.role)]}</span>
      {!isTakenOver && (
        <span class="sub" title={t.pharmacy.reportsAdvice}>
          {t.pharmacy.reports(t.deviceRoles[roleName(computer.reportedRole)])}
        </span>
      )}
    </>
  )
}

/** With the script the editor opens in place, from `data-editor`; without it the link is a page. */
function ChangeRole({ computer, storeId, t }: PartProps & { readonly storeId: string }) {
  return (
    <a
      class="row-link change-role"
      id={`change-role-${computer.id}`}
      href={`${editorPath(storeId, computer.id)}#role-editor`}
      data-editor={rolePath(storeId, computer.id)}
    >
      {t.printing.changeRole}
      <span class="visually-hidden">: {computerName(computer)}</span>
    </a>
  )
}

function Printing({ customer, computer, t }: PartProps & { readonly customer: CustomerDetail }) {
  const p = t.pharmacy
  if (computer.role === 0) return <span class="muted">{p.notPrinting}</span>
  if (computer.role === 2) {
    if (computer.printerComputerName === null) return <span class="warn">{p.noTarget}</span>
    const standby = computer.jobsWaiting?.standby ?? null
    return (
      <>
        <bdi>
          {standby === null
            ? p.printsThrough(targetName(customer, computer.printerComputerName))
            : t.standby.printsAt(namedComputer(customer, standby.computerName))}
        </bdi>
        {isStandby(customer, computer) && <span class="sub">{t.standby.mark}</span>}
        {computer.tcpPort !== null && <span class="sub">{p.port(computer.tcpPort)}</span>}
      </>
    )
  }
  return (
    <>
      {computer.printerName === null ? (
        <span class="warn">{p.noPrinter}</span>
      ) : (
        <bdi>{printerText(computer.printerName)}</bdi>
      )}
      {computer.tcpPort !== null && <span class="sub">{p.port(computer.tcpPort)}</span>}
    </>
  )
}

/** By the name that staff know it by. */
function targetName(customer: CustomerDetail, pcName: string): string {
  const target = printerComputerOf(customer)
  return target?.pcName === pcName ? computerName(target) : pcName
}

function Addresses({ computer, t }: PartProps) {
  return (
    <>
      <span class="address">
        <span class="address-kind">{t.pharmacy.localIp}</span> {computer.localIpAddress}
      </span>
      <span class="address">
        <span class="address-kind">{t.pharmacy.publicIp}</span>{' '}
        {computer.publicIpAddress ?? <Unknown t={t} />}
      </span>
    </>
  )
}

function SupportNumber({ computer, t }: PartProps) {
  if (computer.supportAppNumber === null) return <Unknown t={t} />
  return (
    <span class="with-copy">
      <bdi class="digits">{computer.supportAppNumber}</bdi>
      <CopyButton
        value={computer.supportAppNumber}
        thing={`${t.pharmacy.supportNumber}, ${computerName(computer)}`}
        t={t}
      />
    </span>
  )
}
