// A prescription is entered, or one is changed: what is typed stays until it is saved or discarded.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useAgent } from '../../../agent-context.ts'
import type { SeenScan } from '../../../use-scans.ts'
import { AreaField } from '../../../views/area-field.tsx'
import { Field, submitting } from '../../../views/field.tsx'
import { FirstFocus } from '../first-focus.tsx'
import { FormEnd } from '../forms/form-end.tsx'
import { NotSaved } from '../forms/not-saved.tsx'
import { DrugFields } from './drug-fields.tsx'
import { LanguageField } from './language-field.tsx'
import { usePrescriptionForm, type PrescriptionForm as Form } from './use-prescription-form.ts'

interface PrescriptionFormProps {
  readonly patient: string
  /** Null: a new one. */
  readonly given: Prescription | null
  readonly scan: SeenScan | null
  readonly onSaved: (prescription: Prescription) => void
  readonly onLeave: () => void
}

export function PrescriptionForm({ patient, given, scan, onSaved, onLeave }: PrescriptionFormProps) {
  const { prescription: texts } = useAgent().t.windowCounter
  const form = usePrescriptionForm({ patient, given, scan, onSaved })
  const title = given === null ? texts.enter : texts.change
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {given !== null && given.state !== 'draft' && <p>{texts.changeAdvice}</p>}
      <form class="form" onSubmit={submitting(form.save)} noValidate>
        <FirstFocus>
          <DrugFields form={form} />
        </FirstFocus>
        <DoseFields form={form} />
        <MoreFields form={form} />
        <NotSaved refusal={form.refusal} isMarked={form.isMarked} saved={form.saved} />
        <FormEnd busy={form.busy} isChanged={form.fields.isChanged} onLeave={onLeave} />
      </form>
    </section>
  )
}

function DoseFields({ form: { fields } }: { readonly form: Form }) {
  const { windowCounter, windowDispensing } = useAgent().t
  const { prescription: texts } = windowCounter
  const { prescription: names } = windowDispensing
  const { typed, set, isWrong } = fields
  return (
    <>
      <AreaField
        label={names.directions}
        hint={texts.directionsHint}
        fault={isWrong('directions') ? texts.directionsFault : null}
        value={typed.directions}
        onValue={(directions) => set({ directions })}
        rows={3}
      />
      <Field
        label={names.quantity}
        hint={texts.quantityHint}
        fault={isWrong('quantity') ? texts.quantityFault : null}
        value={typed.quantity}
        onValue={(quantity) => set({ quantity })}
        input={{ size: 24, maxLength: 200 }}
      />
      <AreaField
        label={names.warnings}
        hint={texts.warningsHint}
        fault={isWrong('warnings') ? texts.warningsFault : null}
        value={typed.warnings}
        onValue={(warnings) => set({ warnings })}
        rows={2}
      />
    </>
  )
}

function MoreFields({ form: { fields } }: { readonly form: Form }) {
  const { windowCounter, windowDispensing } = useAgent().t
  const { prescription: texts } = windowCounter
  const { prescription: names } = windowDispensing
  const { typed, set, isWrong } = fields
  return (
    <>
      <Field
        label={names.brand}
        hint={texts.brandHint}
        fault={isWrong('brand') ? texts.lineFault : null}
        value={typed.brand}
        onValue={(brand) => set({ brand })}
        input={{ size: 36, maxLength: 300 }}
      />
      <Field
        label={names.prescriber}
        hint={texts.prescriberHint}
        fault={isWrong('prescriber') ? texts.lineFault : null}
        value={typed.prescriber}
        onValue={(prescriber) => set({ prescriber })}
        input={{ size: 36, maxLength: 200 }}
      />
      <LanguageField value={typed.language} onValue={(language) => set({ language })} />
    </>
  )
}
