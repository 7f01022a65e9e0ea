// Who changed the printing of a pharmacy, or of one of its computers, and when: the newest in a line, which opens to the others.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StaffChange } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { Since } from '../../views/times/time.tsx'
import { ChangedFields } from './changed-fields.tsx'
import { actionText } from './log-text.ts'

interface StaffChangesProps {
  readonly customer: CustomerDetail
  /** Its changes alone; null: those of the whole pharmacy. */
  readonly computer: RelayComputer | null
  readonly now: Date
  readonly t: Texts
}

/** Nothing where nobody changed anything, or that is not told. */
export function StaffChanges({ customer, computer, now, t }: StaffChangesProps) {
  const all = customer.staffChanges ?? []
  const changes = computer === null ? all : all.filter((change) => isAbout(change, computer))
  const [newest] = changes
  if (newest === undefined) return null
  const withName = computer === null
  return (
    <details class="staff-changes" id="staff-changes">
      <summary>
        <ChangeLine change={newest} withName={withName} now={now} t={t} />
      </summary>
      <ol aria-label={t.staffHistory.byStaff}>
        {changes.map((change) => (
          <li key={change.id}>
            <ChangeLine change={change} withName={withName} now={now} t={t} />
            <ChangedFields values={change} t={t} />
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Who gets the printer takes it from another one. */
function isAbout({ computerId, before, after }: StaffChange, { id, pcName }: RelayComputer): boolean {
  const named = [before, after].flatMap((values) => [
    values?.['printerComputer'],
    values?.['standbyComputer'],
  ])
  return computerId === id || named.includes(pcName)
}

interface ChangeLineProps extends Pick<StaffChangesProps, 'now' | 't'> {
  readonly change: StaffChange
  readonly withName: boolean
}

function ChangeLine({ change, withName, now, t }: ChangeLineProps) {
  const { computerId, computerName, action, at } = change
  const name = computerName ?? (computerId === null ? null : t.staffHistory.left)
  return (
    <span class="staff-change">
      {withName && name !== null && (
        <>
          <bdi>{name}</bdi>
          {': '}
        </>
      )}
      {actionText(action, t)} <bdi>{t.staffHistory.by(whoText(change, t))}</bdi>
      {', '}
      <Since at={at} now={now} locale={t.locale} />
    </span>
  )
}

/** The role alone where the name was erased. */
function whoText({ staffName, staffRole }: StaffChange, t: Texts): string {
  const known = UserRole.safeParse(staffRole).data
  const role = known === undefined ? staffRole : t.userRoles[known]
  return staffName === null ? role : `${staffName} (${role})`
}
