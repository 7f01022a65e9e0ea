// The fields for a new password, and what it must be.
import { PASSWORD_MAX, PASSWORD_MIN } from '@pharmacy-relay/shared/api/passwords.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field } from '../forms.tsx'

export interface PasswordFaults {
  /** Why the new password is not taken; null when nothing is wrong with it. */
  readonly newPassword: string | null
  /** That the second entry is another one. */
  readonly repeat: string | null
}

export const NO_PASSWORD_FAULTS: PasswordFaults = { newPassword: null, repeat: null }

interface NewPasswordProps {
  readonly faults: PasswordFaults
  readonly t: Texts
}

/** Named `newPassword` and `repeat`. What was typed is never written into a page. */
export function NewPassword({ faults, t }: NewPasswordProps) {
  const a = t.account.password
  const input = { type: 'password', autocomplete: 'new-password', required: true, maxlength: 1_024 }
  return (
    <>
      <Field
        name="newPassword"
        label={a.newPassword}
        value=""
        hint={null}
        fault={faults.newPassword}
        input={input}
      />
      <Field name="repeat" label={a.repeat} value="" hint={null} fault={faults.repeat} input={input} />
      <p class="mb-1">{a.rules}</p>
      <ul class="rules">
        <li>{a.ruleLength(PASSWORD_MIN, PASSWORD_MAX)}</li>
        <li>{a.ruleGuess}</li>
        <li>{a.ruleOwn}</li>
        <li>{a.ruleStolen}</li>
      </ul>
    </>
  )
}
