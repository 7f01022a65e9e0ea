// One computer of a pharmacy: a table row where there is room, a card on a phone.
import type { ComponentChildren } from 'preact'
import { roleName } from '@pharmacy-relay/shared/device-role.ts'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { printerWords } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CopyButton } from '../../views/copy-button.tsx'
import { editorPath, rolePath } from '../../views/paths.ts'
import { OtherCertificate } from '../certificate/other-certificate.tsx'
import { CheckButton } from '../diagnosis/check-button.tsx'
import { AssignmentState } from '../printing/assignment-state.tsx'
import { JobsLink, JobsWaitingMark } from '../jobs/jobs-waiting.tsx'
import { TestLabelButton } from '../printing/test-label.tsx'
import { ComputerStatus } from './computer-status.tsx'
import { memoryWords } from './memory-words.ts'

export interface ComputerRowProps {
  readonly computer: RelayComputer
  readonly storeId: string
  /** The pharmacy, for whom may change roles; null for all others. */
  readonly editable: { readonly storeId: string } | null
  readonly now: Date
  readonly t: Texts
}

/** `data-seq` keeps an older row from replacing a newer one. */
export function ComputerRow({ computer, storeId, editable, now, t }: ComputerRowProps) {
  const p = t.pharmacy
  return (
    <tr
      data-key={`computer-${computer.id}`}
      data-seq={String(computer.presenceSeq)}
      class={computer.isOnline ? 'is-online' : 'is-offline'}
    >
      <th scope="row" class="cell-computer">
        <bdi class="pc-name">{computer.pcName}</bdi>
        <bdi class="sub">{computer.username}</bdi>
      </th>
      <td class="cell-status">
        <ComputerStatus computer={computer} now={now} t={t} />
      </td>
      <Cell label={p.role}>
        <Role computer={computer} t={t} />
        {editable !== null && <ChangeRole computer={computer} storeId={editable.storeId} t={t} />}
      </Cell>
      <Cell label={p.printing}>
        <Printing computer={computer} t={t} />
        <AssignmentState computer={computer} now={now} t={t} />
        <OtherCertificate {...{ computer, editable, t }} />
        <JobsWaitingMark computer={computer} t={t} />
        {hasJobs(computer) && <JobsLink {...{ computer, storeId, t }} />}
        {computer.role !== 0 && <TestLabelButton computer={computer} t={t} />}
        <CheckButton computer={computer} t={t} />
      </Cell>
      <Cell label={p.version}>
        <Version computer={computer} t={t} />
      </Cell>
      <Cell label={p.memory}>
        {computer.totalRamMb === null ? <Unknown t={t} /> : memoryWords(t.locale, computer.totalRamMb)}
      </Cell>
      <Cell label={p.addresses}>
        <Addresses computer={computer} t={t} />
      </Cell>
      <Cell label={p.latency}>
        {computer.latencyMs === null || !computer.isOnline ? (
          <Unknown t={t} />
        ) : (
          p.milliseconds(computer.latencyMs)
        )}
      </Cell>
      <Cell label={p.supportNumber}>
        <SupportNumber computer={computer} t={t} />
      </Cell>
    </tr>
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
      <span class="visually-hidden">: {computer.pcName}</span>
    </a>
  )
}

function Printing({ computer, t }: PartProps) {
  const p = t.pharmacy
  if (computer.role === 0) return <span class="muted">{p.notPrinting}</span>
  if (computer.role === 2) {
    if (computer.printerComputerName === null) return <span class="warn">{p.noTarget}</span>
    return (
      <>
        <bdi>{p.printsThrough(computer.printerComputerName)}</bdi>
        {computer.tcpPort !== null && <span class="sub">{p.port(computer.tcpPort)}</span>}
      </>
    )
  }
  return (
    <>
      {computer.printerName === null ? (
        <span class="warn">{p.noPrinter}</span>
      ) : (
        <bdi>{printerWords(computer.printerName)}</bdi>
      )}
      {computer.tcpPort !== null && <span class="sub">{p.port(computer.tcpPort)}</span>}
    </>
  )
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
        thing={`${t.pharmacy.supportNumber}, ${computer.pcName}`}
        t={t}
      />
    </span>
  )
}
