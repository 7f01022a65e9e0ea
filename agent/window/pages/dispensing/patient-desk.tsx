// From a phone to the patient, to one of his prescriptions. What is known or typed of a patient is kept in here and goes with it.
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import { useState } from 'preact/hooks'
import type { SeenScan } from '../../use-scans.ts'
import { FindPatient } from './find-patient.tsx'
import { OnePatient } from './one-patient.tsx'
import { PatientForm } from './patient/patient-form.tsx'
import { useLabelRequests } from './use-label-requests.ts'

type Place =
  | { readonly kind: 'find' }
  /** With the phone that was looked for. */
  | { readonly kind: 'enter'; readonly phone: string }
  | { readonly kind: 'patient'; readonly patient: Patient }

const FIND: Place = { kind: 'find' }

export function PatientDesk({ scan }: { readonly scan: SeenScan | null }) {
  const [place, setPlace] = useState<Place>(FIND)
  const requests = useLabelRequests()
  const open = (patient: Patient): void => setPlace({ kind: 'patient', patient })
  const leave = (): void => setPlace(FIND)
  if (place.kind === 'find')
    return <FindPatient onFound={open} onEnter={(phone) => setPlace({ kind: 'enter', phone })} />
  if (place.kind === 'enter')
    return <PatientForm given={null} phone={place.phone} onSaved={open} onOther={open} onLeave={leave} />
  const { patient } = place
  return (
    <OnePatient
      key={patient.id}
      patient={patient}
      scan={scan}
      requests={requests}
      onPatient={open}
      onLeave={leave}
    />
  )
}
