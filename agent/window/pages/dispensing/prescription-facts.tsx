// What was prescribed, as it stands on the label.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { LANGUAGES } from '@pharmacy-relay/shared/texts/index.ts'
import { useAgent } from '../../agent-context.ts'
import { StateOf } from './prescription-list.tsx'

export function PrescriptionFacts({ prescription }: { readonly prescription: Prescription }) {
  const { windowCounter, windowDispensing } = useAgent().t
  const { prescription: texts } = windowDispensing
  const { drug, brand, quantity, directions, warnings, prescriber, language, listedDrug, state } =
    prescription
  return (
    <section class="card" aria-label={texts.title}>
      <div class="row">
        <h2>{drug}</h2>
        <StateOf state={state} />
      </div>
      <dl class="facts">
        {brand !== null && <Fact name={texts.brand} lines={[brand]} />}
        <Fact name={texts.quantity} lines={[quantity]} />
        <Fact name={texts.directions} lines={directions} />
        {warnings.length > 0 && <Fact name={texts.warnings} lines={warnings} />}
        {prescriber !== null && <Fact name={texts.prescriber} lines={[prescriber]} />}
        {language !== null && (
          <Fact name={windowCounter.prescription.language} lines={[LANGUAGES[language].name]} />
        )}
      </dl>
      {listedDrug !== null && listedDrug.withdrawnAt !== null && <p>{texts.withdrawn}</p>}
    </section>
  )
}

interface FactProps {
  readonly name: string
  readonly lines: readonly string[]
}

function Fact({ name, lines }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {lines.map((line, index) => (
          <div key={index}>{line}</div>
        ))}
      </dd>
    </>
  )
}
