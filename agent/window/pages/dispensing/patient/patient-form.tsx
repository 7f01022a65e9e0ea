// A patient is entered, or one is changed: what is typed stays until it is saved or discarded.
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import { useAgent } from '../../../agent-context.ts'
import { Button } from '../../../views/button.tsx'
import { Field, submitting } from '../../../views/field.tsx'
import { Notice } from '../../../views/notice.tsx'
import { FirstFocus } from '../first-focus.tsx'
import { FormEnd } from '../forms/form-end.tsx'
import { NotSaved } from '../forms/not-saved.tsx'
import { FlagFields } from './patient-flags.tsx'
import { usePatientForm, type PatientForm as Form } from './use-patient-form.ts'

interface PatientFormProps {
  /** Null: a new one. */
  readonly given: Patient | null
  /** What was looked for. */
  readonly phone: string
  readonly onSaved: (patient: Patient) => void
  /** The one who has the phone already. */
  readonly onOther: (patient: Patient) => void
  readonly onLeave: () => void
}

export function PatientForm({ given, phone, onSaved, onOther, onLeave }: PatientFormProps) {
  const { patient: texts } = useAgent().t.windowCounter
  const form = usePatientForm({ given, phone, onSaved })
  const { other, fields, busy } = form
  const title = given === null ? texts.enter : texts.change
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <form class="form" onSubmit={submitting(form.save)} noValidate>
        <PatientFields form={form} />
        {other !== null && (
          <Notice level="caution" title={texts.exists(other.name)}>
            <div class="row">
              <Button onPress={() => onOther(other)}>{texts.open}</Button>
            </div>
          </Notice>
        )}
        <NotSaved refusal={form.refusal} isMarked={form.isMarked} saved={form.saved} />
        <FormEnd busy={busy} isChanged={fields.isChanged} onLeave={onLeave} />
      </form>
    </section>
  )
}

function PatientFields({ form: { fields, checkPhone } }: { readonly form: Form }) {
  const { windowCounter, windowDispensing } = useAgent().t
  const { patient: texts } = windowCounter
  const { patient: found } = windowDispensing
  const { typed, set, isWrong } = fields
  return (
    <>
      <FirstFocus>
        <Field
          label={texts.name}
          hint={texts.nameHint}
          fault={isWrong('name') ? texts.nameFault : null}
          value={typed.name}
          onValue={(name) => set({ name })}
          input={{ size: 36, maxLength: 200 }}
        />
      </FirstFocus>
      <Field
        label={found.phone}
        hint={found.phoneHint}
        fault={isWrong('phone') ? found.phoneWrong : null}
        value={typed.phone}
        onValue={(phone) => set({ phone })}
        input={{ type: 'tel', inputMode: 'tel', size: 24, maxLength: 40, onBlur: checkPhone }}
      />
      <Field
        label={texts.birthYear}
        hint={texts.birthYearHint}
        fault={isWrong('birthYear') ? texts.birthYearFault : null}
        value={typed.birthYear}
        onValue={(birthYear) => set({ birthYear })}
        input={{ inputMode: 'numeric', size: 6, maxLength: 10 }}
      />
      <FlagFields flags={typed.flags} onFlags={(flags) => set({ flags })} />
      <label class="check">
        <input
          type="checkbox"
          checked={typed.smsConsent}
          onChange={(event) => set({ smsConsent: event.currentTarget.checked })}
        />
        {texts.sms}
      </label>
    </>
  )
}
