// The field for a code: phones offer the newest one of an app, and letters of recovery codes can be typed.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field } from '../forms.tsx'

/** With blanks and hyphens, however somebody writes them. */
export const CODE_MAX = 32

interface CodeFieldProps {
  readonly hint: string
  readonly autofocus: boolean
  readonly t: Texts
}

/** Named `code`. What was typed is not shown again: a wrong code is of no use any more. */
export function CodeField({ hint, autofocus, t }: CodeFieldProps) {
  return (
    <Field
      name="code"
      label={t.account.code.field}
      value=""
      hint={hint}
      fault={null}
      input={{
        type: 'text',
        autocomplete: 'one-time-code',
        autocapitalize: 'characters',
        spellcheck: 'false',
        required: true,
        maxlength: CODE_MAX,
        autofocus,
      }}
    />
  )
}
