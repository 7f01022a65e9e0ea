// Who the patient is, and what must be known of him before something is given.
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import { useAgent } from '../../../agent-context.ts'
import { Button } from '../../../views/button.tsx'
import { FlagList } from './patient-flags.tsx'

interface PatientFactsProps {
  readonly patient: Patient
  readonly onChange: () => void
  readonly onLeave: () => void
}

export function PatientFacts({ patient, onChange, onLeave }: PatientFactsProps) {
  const { windowCounter, windowDispensing } = useAgent().t
  const { patient: texts } = windowDispensing
  const { name, phone, birthYear, flags } = patient
  return (
    <section class="card" aria-label={texts.title}>
      <div class="row">
        <h2>{name}</h2>
        <span class="digits">{phone}</span>
        <span>
          {texts.born}: {birthYear ?? texts.notSaid}
        </span>
        <Button onPress={onLeave}>{texts.other}</Button>
        <Button onPress={onChange}>{windowCounter.patient.change}</Button>
      </div>
      <FlagList flags={flags} />
    </section>
  )
}
