// The three roles as a choice, each with what it would mean for the pharmacy.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { roleName, type RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PRINTER_COMPUTER, consequences } from './role-consequences.ts'
import { isStandby, isStandbyClosed, STANDBY, StandbyChoice } from './standby-choice.tsx'

/** The printer computer last: its printer is chosen right below. */
const CHOICES: readonly RoleNumber[] = [0, 2, 1]

interface RoleChoicesProps {
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly entries: { readonly role: string }
  readonly faults: { has(field: 'role'): boolean }
  readonly t: Texts
}

export function RoleChoices({ viewer, customer, computer, entries, faults, t }: RoleChoicesProps) {
  const isFaulty = faults.has('role')
  return (
    <fieldset class="role-choices" aria-describedby={isFaulty ? 'role-fault' : undefined}>
      <legend>{t.printing.roleQuestion}</legend>
      {CHOICES.filter((role) => mayChoose(viewer, role)).map((role) => (
        <RoleChoice
          key={role}
          customer={customer}
          computer={computer}
          chosen={entries.role}
          role={role}
          label={t.deviceRoles[roleName(role)]}
          t={t}
        />
      ))}
      {may(viewer, storeApi.saveStandby) && (
        <StandbyChoice customer={customer} computer={computer} isChosen={entries.role === STANDBY} t={t} />
      )}
      {isFaulty && (
        <p class="field-fault" id="role-fault">
          {t.printing.roleFault}
        </p>
      )}
    </fieldset>
  )
}

/** The printer computer is assigned with its printer; the others are roles alone. */
function mayChoose(viewer: Viewer | null, role: RoleNumber): boolean {
  return may(viewer, role === PRINTER_COMPUTER ? storeApi.savePrinterConfig : storeApi.setRole)
}

interface RoleChoiceProps extends Pick<RoleChoicesProps, 'customer' | 'computer' | 't'> {
  /** As the form has it. */
  readonly chosen: string
  readonly role: RoleNumber
  readonly label: string
}

function RoleChoice({ customer, computer, chosen, role, label, t }: RoleChoiceProps) {
  const id = `role-${role}`
  const isClosed = role === PRINTER_COMPUTER && isPrinterChoiceClosed(computer)
  const sentences = isClosed
    ? [t.printing.offlineChoice(computerName(computer))]
    : consequences({ customer, computer, role, t })
  if (role !== PRINTER_COMPUTER && isStandby(customer, computer)) sentences.push(t.standby.endsWithClient)
  return (
    <div class={isClosed ? 'role-choice is-closed' : 'role-choice'}>
      <input
        type="radio"
        class="form-check-input"
        id={id}
        name="role"
        value={String(role)}
        checked={chosenRole(chosen, customer, computer) === String(role)}
        disabled={isClosed}
        aria-describedby={`${id}-means`}
      />
      <label for={id}>
        {label}
        {computer.role === role && !(role === 2 && isStandby(customer, computer)) && (
          <span class="mark-quiet">{t.printing.now}</span>
        )}
      </label>
      <p id={`${id}-means`}>{sentences.join(' ')}</p>
    </div>
  )
}

/** Who has the printer already keeps the role while it is offline; others have to show their printers first. */
function isPrinterChoiceClosed(computer: RelayComputer): boolean {
  return !computer.isOnline && computer.role !== PRINTER_COMPUTER
}

/** What cannot be chosen any more falls back to the present role. */
function chosenRole(role: string, customer: CustomerDetail, computer: RelayComputer): string {
  const isGone =
    (role === String(PRINTER_COMPUTER) && isPrinterChoiceClosed(computer)) ||
    (role === STANDBY && isStandbyClosed(customer, computer))
  return isGone ? String(computer.role) : role
}
