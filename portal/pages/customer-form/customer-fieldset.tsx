// The fields of a pharmacy, each with its hint, what is wrong with it, or what is saved now.
import type { CustomerFields } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { FieldFault, ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field } from '../../views/forms.tsx'

/** The fields as they were typed. */
export type CustomerFormValues = Readonly<Record<keyof CustomerFields, string>>

export interface CustomerFieldsProps {
  readonly values: CustomerFormValues
  /** Paths such as `body.email`; the last part names the field. */
  readonly faults: readonly FieldFault[]
  readonly problem: ProblemCode | null
  /** With `version_stale`: what is saved now, of the fields that were typed differently. */
  readonly savedNow: Readonly<Partial<CustomerFormValues>> | null
}

interface FieldForm {
  readonly name: keyof CustomerFormValues
  readonly input: Readonly<Record<string, string | number | boolean>>
  readonly label: (t: Texts) => string
  readonly hint: (t: Texts) => string
  /** What is expected, when that is not what was typed; the messages of the API are English. */
  readonly fault: (t: Texts) => string
}

// The server checks everything; these only help while typing, and leave the fault texts to the server.
const FIELDS: readonly FieldForm[] = [
  {
    name: 'storeId',
    input: { type: 'text', required: true, maxlength: 11, autocapitalize: 'characters', spellcheck: false },
    label: (t) => t.pharmacies.storeId,
    hint: (t) => t.customerForm.storeIdHint,
    fault: (t) => t.customerForm.storeIdFault,
  },
  {
    name: 'name',
    input: { type: 'text', required: true, maxlength: 120 },
    label: (t) => t.pharmacies.name,
    hint: (t) => t.customerForm.nameHint,
    fault: (t) => t.customerForm.nameFault,
  },
  {
    name: 'email',
    input: { type: 'email', required: true, maxlength: 254 },
    label: (t) => t.pharmacies.email,
    hint: (t) => t.customerForm.emailHint,
    fault: (t) => t.customerForm.emailFault,
  },
  {
    name: 'phone',
    input: { type: 'tel', maxlength: 24 },
    label: (t) => t.pharmacies.phone,
    hint: (t) => t.customerForm.phoneHint,
    fault: (t) => t.customerForm.phoneFault,
  },
]

export function CustomerFieldset({
  values,
  faults,
  problem,
  savedNow,
  t,
}: CustomerFieldsProps & { readonly t: Texts }) {
  const faulty = new Set(faults.map((fault) => fault.path.split('.').at(-1)))
  return (
    <>
      {FIELDS.map(({ name, input, label, hint, fault }) => (
        <Field
          key={name}
          name={name}
          label={label(t)}
          value={values[name]}
          hint={faulty.has(name) ? null : (savedText(savedNow?.[name], t) ?? hint(t))}
          fault={faulty.has(name) ? fault(t) : name === 'storeId' ? takenText(problem, t) : null}
          input={{ ...input, autocomplete: 'off' }}
        />
      ))}
    </>
  )
}

/** The value that would be replaced; null for a field whose entry is what is saved. */
function savedText(saved: string | undefined, t: Texts): string | null {
  if (saved === undefined) return null
  return saved === '' ? t.customerForm.savedEmpty : t.customerForm.savedNow(saved)
}

function takenText(problem: ProblemCode | null, t: Texts): string | null {
  return problem === 'state_conflict' ? t.customerForm.conflict : null
}
