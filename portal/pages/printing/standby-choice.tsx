// The standby printer in the editor: the choice beside the roles, the seconds, and how labels go back.
import type { CustomerDetail, RelayComputer, StandbyPrinter } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { STANDBY_AFTER } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Field } from '../../views/forms.tsx'
import { printerComputerOf } from './role-consequences.ts'

/** The value of the field `role`. */
export const STANDBY = 'standby'

export interface StandbyEntries {
  readonly afterSeconds: string
  /** `auto`, `manual`, or an empty text. */
  readonly standbyReturn: string
}

/** Null: the pharmacy has none. */
export function standbyOf({ printerConfig }: CustomerDetail): StandbyPrinter | null {
  return printerConfig?.standby ?? null
}

export function isStandby(customer: CustomerDetail, computer: RelayComputer): boolean {
  return standbyOf(customer)?.computerId === computer.id
}

/** It stands in for the printer of another computer. */
export function mayStandBy(customer: CustomerDetail, computer: RelayComputer): boolean {
  const first = printerComputerOf(customer)
  return first !== null && first.id !== computer.id && customer.printerConfig !== null
}

/** Who has it keeps it while it is offline; others have to show their printers first. */
export function isStandbyClosed(customer: CustomerDetail, computer: RelayComputer): boolean {
  return !mayStandBy(customer, computer) || (!computer.isOnline && !isStandby(customer, computer))
}

export function presentStandby(customer: CustomerDetail): StandbyEntries {
  const standby = standbyOf(customer)
  return {
    afterSeconds: String(standby?.afterSeconds ?? STANDBY_AFTER.unsaid),
    standbyReturn: standby?.return ?? 'auto',
  }
}

interface ChoiceProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly isChosen: boolean
  readonly t: Texts
}

/** One that is offline keeps it, and gets it when it is back. */
export function StandbyChoice({ customer, computer, isChosen, t }: ChoiceProps) {
  const first = printerComputerOf(customer)
  if (first === null || !mayStandBy(customer, computer)) return null
  const isNow = isStandby(customer, computer)
  const isClosed = isStandbyClosed(customer, computer)
  const name = computerName(computer)
  return (
    <div class={isClosed ? 'role-choice is-closed' : 'role-choice'}>
      <input
        type="radio"
        class="form-check-input"
        id="role-standby"
        name="role"
        value={STANDBY}
        checked={isChosen && !isClosed}
        disabled={isClosed}
        aria-describedby="role-standby-means"
      />
      <label for="role-standby">
        {t.standby.role}
        {isNow && <span class="mark-quiet">{t.printing.now}</span>}
      </label>
      <p id="role-standby-means">
        {isClosed ? t.standby.offline(name) : t.standby.means(name, computerName(first))}
      </p>
    </div>
  )
}

interface PartProps {
  readonly computer: RelayComputer
  readonly entries: StandbyEntries
  readonly isFaulty: boolean
  readonly t: Texts
}

/** Shown by the style sheet while the standby printer is chosen. */
export function StandbyPart({ computer, entries, isFaulty, t }: PartProps) {
  return (
    <div class="standby-part">
      <Field
        name="afterSeconds"
        label={t.standby.after}
        value={entries.afterSeconds}
        hint={isFaulty ? null : t.standby.afterHint}
        fault={isFaulty ? t.standby.afterFault : null}
        input={{
          type: 'text',
          inputmode: 'numeric',
          maxlength: 4,
          disabled: !computer.isOnline,
          autocomplete: 'off',
          spellcheck: false,
        }}
      />
      <fieldset class="standby-return">
        <legend class="form-label">{t.standby.back}</legend>
        {(['auto', 'manual'] as const).map((value) => (
          <label key={value} class="standby-way">
            <input
              type="radio"
              class="form-check-input"
              name="standbyReturn"
              value={value}
              checked={(entries.standbyReturn === 'manual') === (value === 'manual')}
              disabled={!computer.isOnline}
            />
            <span>{t.standby[value]}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
