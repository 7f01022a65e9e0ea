// The form that creates or changes a pharmacy. Admin only; the route and the store API decide that.
import type { CustomerFields } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { FieldFault, ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS, customerPath, editPath } from '../../views/paths.ts'

/** The fields as they were typed. */
export type CustomerFormValues = Readonly<Record<keyof CustomerFields, string>>

export interface CustomerFormPageProps {
  readonly frame: FrameProps
  readonly mode: 'create' | 'edit'
  readonly values: CustomerFormValues
  /** Paths such as `body.email`; the last part names the field. */
  readonly faults: readonly FieldFault[]
  readonly problem: ProblemCode | null
  /** The version that was loaded, sent back as hidden field `version`; null when creating. */
  readonly version: number | null
  /** The pharmacy that is edited, as in its address; null when creating. */
  readonly storeId: string | null
}

/** Posts `storeId`, `name`, `email`, `phone`, `version` and `csrf` to PATHS.newCustomer or editPath(storeId). */
export function customerFormPage(props: CustomerFormPageProps): string {
  const t = texts(props.frame.language)
  const title =
    props.mode === 'create' ? t.customerForm.createTitle : t.customerForm.editTitle(props.values.name)
  const back = props.storeId === null ? PATHS.relay : customerPath(props.storeId)
  return pageDocument({
    frame: props.frame,
    title,
    live: false,
    htmx: false,
    children: (
      <div class="narrow card-plain">
        <h1>{title}</h1>
        <FormProblem {...props} />
        <PostForm
          action={props.storeId === null ? PATHS.newCustomer : editPath(props.storeId)}
          csrfToken={props.frame.csrfToken}
        >
          {props.version !== null && <input type="hidden" name="version" value={String(props.version)} />}
          <CustomerFieldset {...props} />
          <p class="actions">
            <button type="submit" class="btn btn-primary">
              {props.mode === 'create' ? t.customerForm.create : t.customerForm.save}
            </button>
            <a class="btn" href={back}>
              {t.common.cancel}
            </a>
          </p>
        </PostForm>
      </div>
    ),
  })
}

function FormProblem({ frame, problem, faults, storeId }: CustomerFormPageProps) {
  const t = texts(frame.language)
  if (problem === null && faults.length === 0) return null
  if (problem === null || problem === 'invalid')
    return <Notice kind="fault">{t.customerForm.faultsTitle}</Notice>
  if (problem === 'version_stale' && storeId !== null) {
    return (
      <Notice kind="fault">
        {t.customerForm.stale} <a href={editPath(storeId)}>{t.customerForm.reload}</a>
      </Notice>
    )
  }
  if (problem === 'state_conflict') return <Notice kind="fault">{t.customerForm.conflict}</Notice>
  return (
    <Notice kind="fault">
      <strong>{t.problems[problem].title}.</strong> {t.problems[problem].advice}
    </Notice>
  )
}

interface FieldForm {
  readonly name: keyof CustomerFormValues
  readonly input: Readonly<Record<string, string | number | boolean>>
  readonly label: (t: Texts) => string
  readonly hint: (t: Texts) => string
}

// The server checks everything; these only help while typing, and leave the fault texts to the server.
const FIELDS: readonly FieldForm[] = [
  {
    name: 'storeId',
    input: { type: 'text', required: true, maxlength: 11, autocapitalize: 'characters', spellcheck: false },
    label: (t) => t.pharmacies.storeId,
    hint: (t) => t.customerForm.storeIdHint,
  },
  {
    name: 'name',
    input: { type: 'text', required: true, maxlength: 120 },
    label: (t) => t.pharmacies.name,
    hint: (t) => t.customerForm.nameHint,
  },
  {
    name: 'email',
    input: { type: 'email', required: true, maxlength: 254 },
    label: (t) => t.pharmacies.email,
    hint: (t) => t.customerForm.emailHint,
  },
  {
    name: 'phone',
    input: { type: 'tel', maxlength: 24 },
    label: (t) => t.pharmacies.phone,
    hint: (t) => t.customerForm.phoneHint,
  },
]

function CustomerFieldset({ frame, values, faults, problem }: CustomerFormPageProps) {
  const t = texts(frame.language)
  const faulty = new Set(faults.map((fault) => fault.path.split('.').at(-1)))
  return (
    <>
      {FIELDS.map(({ name, input, label, hint }) => (
        <Field
          key={name}
          name={name}
          label={label(t)}
          value={values[name]}
          hint={faulty.has(name) ? null : hint(t)}
          fault={faultText({ name, isFaulty: faulty.has(name), hint: hint(t), problem, t })}
          input={{ ...input, autocomplete: 'off' }}
        />
      ))}
    </>
  )
}

interface FaultFacts {
  readonly name: keyof CustomerFormValues
  readonly isFaulty: boolean
  readonly hint: string
  readonly problem: ProblemCode | null
  readonly t: Texts
}

/** What the field expects, in the reader's language; the messages of the API are English. */
function faultText({ name, isFaulty, hint, problem, t }: FaultFacts): string | null {
  if (isFaulty) return hint
  return name === 'storeId' && problem === 'state_conflict' ? t.customerForm.conflict : null
}
