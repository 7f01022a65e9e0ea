// The field for the password that a person has now.
import { Field } from '../forms.tsx'

interface CurrentPasswordProps {
  readonly name: 'password' | 'oldPassword'
  readonly label: string
  readonly fault: string | null
  readonly autofocus: boolean
}

/** What was typed is never written into a page. */
export function CurrentPassword({ name, label, fault, autofocus }: CurrentPasswordProps) {
  return (
    <Field
      name={name}
      label={label}
      value=""
      hint={null}
      fault={fault}
      input={{
        type: 'password',
        autocomplete: 'current-password',
        required: true,
        maxlength: 256,
        autofocus,
      }}
    />
  )
}
