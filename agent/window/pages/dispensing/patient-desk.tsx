// From a phone to the patient, to one of his prescriptions. What is known of a patient is kept in here and goes with it.
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import type { SeenScan } from '../../use-scans.ts'
import { Button } from '../../views/button.tsx'
import { FindPatient } from './find-patient.tsx'
import { OnePrescription } from './one-prescription.tsx'
import { PrescriptionList } from './prescription-list.tsx'
import { useLabelRequests } from './use-label-requests.ts'

export function PatientDesk({ scan }: { readonly scan: SeenScan | null }) {
  const [patient, setPatient] = useState<Patient | null>(null)
  const [chosen, setChosen] = useState<Prescription | null>(null)
  const requests = useLabelRequests()
  const leave = (): void => {
    setChosen(null)
    setPatient(null)
  }
  if (patient === null) return <FindPatient onFound={setPatient} />
  return (
    <>
      <PatientFacts patient={patient} onLeave={leave} />
      {chosen === null ? (
        <PrescriptionList patient={patient.id} onChoose={setChosen} onLeave={leave} />
      ) : (
        <OnePrescription
          key={chosen.id}
          given={chosen}
          scan={scan}
          requests={requests}
          onLeave={() => setChosen(null)}
          onOther={leave}
        />
      )}
    </>
  )
}

interface PatientFactsProps {
  readonly patient: Patient
  readonly onLeave: () => void
}

function PatientFacts({ patient: { name, phone, birthYear }, onLeave }: PatientFactsProps) {
  const { patient: texts } = useAgent().t.windowDispensing
  return (
    <section class="card" aria-label={texts.title}>
      <div class="row">
        <h2>{name}</h2>
        <span class="digits">{phone}</span>
        <span>
          {texts.born}: {birthYear ?? texts.notSaid}
        </span>
        <Button onPress={onLeave}>{texts.other}</Button>
      </div>
    </section>
  )
}
