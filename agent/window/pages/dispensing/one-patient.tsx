// One patient: what is known of him, his prescriptions, one of them, and the forms that change him and them.
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useState } from 'preact/hooks'
import type { SeenScan } from '../../use-scans.ts'
import { OnePrescription } from './one-prescription.tsx'
import { PatientFacts } from './patient/patient-facts.tsx'
import { PatientForm } from './patient/patient-form.tsx'
import { PrescriptionForm } from './prescribing/prescription-form.tsx'
import { PrescriptionList } from './prescription-list.tsx'
import type { LabelRequests } from './use-label-requests.ts'

interface OnePatientProps {
  readonly patient: Patient
  readonly scan: SeenScan | null
  readonly requests: LabelRequests
  /** Another one, or the same as he is now. */
  readonly onPatient: (patient: Patient) => void
  readonly onLeave: () => void
}

type Place =
  | { readonly kind: 'list' | 'change' }
  /** `given` null: a new one. */
  | { readonly kind: 'form'; readonly given: Prescription | null }
  | { readonly kind: 'one'; readonly prescription: Prescription; readonly isOther: boolean }

const LIST: Place = { kind: 'list' }

export function OnePatient({ patient, scan, requests, onPatient, onLeave }: OnePatientProps) {
  const [place, setPlace] = useState<Place>(LIST)
  const toList = (): void => setPlace(LIST)
  const show = (prescription: Prescription, isOther = false): void =>
    setPlace({ kind: 'one', prescription, isOther })
  if (place.kind === 'change') {
    const saved = (changed: Patient): void => {
      onPatient(changed)
      toList()
    }
    return (
      <PatientForm
        given={patient}
        phone={patient.phone}
        onSaved={saved}
        onOther={onPatient}
        onLeave={toList}
      />
    )
  }
  return (
    <>
      <PatientFacts patient={patient} onChange={() => setPlace({ kind: 'change' })} onLeave={onLeave} />
      <Prescriptions
        patient={patient}
        scan={scan}
        requests={requests}
        place={place}
        show={show}
        toList={toList}
        onLeave={onLeave}
        onForm={(given) => setPlace({ kind: 'form', given })}
      />
    </>
  )
}

interface PrescriptionsProps extends Omit<OnePatientProps, 'onPatient'> {
  readonly place: Place
  readonly show: (prescription: Prescription, isOther?: boolean) => void
  readonly toList: () => void
  readonly onForm: (given: Prescription | null) => void
}

function Prescriptions(props: PrescriptionsProps) {
  const { patient, scan, requests, place, show, toList, onForm, onLeave } = props
  if (place.kind === 'form') {
    const { given } = place
    const back = (): void => (given === null ? toList() : show(given))
    return <PrescriptionForm patient={patient.id} given={given} scan={scan} onSaved={show} onLeave={back} />
  }
  if (place.kind !== 'one')
    return (
      <PrescriptionList patient={patient.id} onChoose={show} onEnter={() => onForm(null)} onLeave={onLeave} />
    )
  const { prescription } = place
  return (
    <OnePrescription
      key={`${prescription.id} ${String(prescription.version)}`}
      given={prescription}
      isOther={place.isOther}
      scan={scan}
      requests={requests}
      onEdit={onForm}
      onChanged={show}
      onLeave={toList}
      onOther={onLeave}
    />
  )
}
