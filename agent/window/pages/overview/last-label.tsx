// The newest label, with the way to it and to all of them.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { LastLabel as Label } from '../../../contract/agent-api.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { LabelState } from '../../views/label-state.tsx'
import { Time } from '../../views/time.tsx'

export function LastLabel({ label }: { readonly label: Label | null }) {
  const { t } = useAgent()
  return (
    <section class="card">
      <h2>{t.window.overview.lastLabel}</h2>
      {label === null ? (
        <p>{t.window.overview.noLabel}</p>
      ) : (
        <div class="row">
          <strong>{t.labels.name(labelNumber(label))}</strong>
          <LabelState state={label.state} reasons={label.reasons ?? []} />
          <Time at={label.at} />
        </div>
      )}
      {label !== null && (
        <div class="row">
          <a class="button" href={hrefOf('labels', label.id ?? label.n)}>
            {t.window.overview.look}
          </a>
          <a class="button" href={hrefOf('labels')}>
            {t.window.overview.allLabels}
          </a>
        </div>
      )}
    </section>
  )
}
