// A prescription of which nothing more is printed here: why, and the labels that were made of it.
import type { Prescription, PrescriptionLabel } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { LabelState } from '../../views/label-state.tsx'
import { Notice } from '../../views/notice.tsx'
import { Time } from '../../views/time.tsx'

export function LabelsMade({ prescription: { state, labels } }: { readonly prescription: Prescription }) {
  const { prescription: texts } = useAgent().t.windowDispensing
  return (
    <section class="card">
      {state === 'labelled' ? (
        <Notice level="caution" title={texts.labelled}>
          <p>{texts.labelledAdvice}</p>
        </Notice>
      ) : (
        <p>{state === 'dispensed' ? texts.dispensed : texts.cancelled}</p>
      )}
      {labels.length > 0 && (
        <ul class="labels">
          {labels.map((label) => (
            <li key={label.id} class="label-row">
              <Made label={label} />
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <a class="button" href={hrefOf('labels')}>
          {texts.toLabels}
        </a>
      </div>
    </section>
  )
}

function Made({ label: { n, state, isWithdrawn, changedAt } }: { readonly label: PrescriptionLabel }) {
  const { prescription: texts } = useAgent().t.windowDispensing
  return (
    <>
      <strong class="number">{n}</strong>
      {state === 'requested' ? <span>{texts.requested}</span> : <LabelState state={state} />}
      {isWithdrawn && <span>{texts.withdrawnLabel}</span>}
      <span class="label-when">
        <Time at={changedAt} />
      </span>
    </>
  )
}
