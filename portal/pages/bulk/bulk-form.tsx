// Below a list of computers: what to do with all that its filter shows. Leads to the preview, and changes nothing itself.
import { MAX_BULK } from '@pharmacy-relay/shared/api/support/bulk-actions.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { actionsFor } from './bulk-actions.ts'
import { BULK_PATH, type BulkList } from './bulk-address.ts'

interface BulkFormProps {
  readonly viewer: Viewer | null
  readonly list: BulkList
  readonly t: Texts
}

/** Stands where the list has computers, for whom may do something with one. Outside the live region, which would close it. */
export function BulkForm({ viewer, list, t }: BulkFormProps) {
  const actions = actionsFor(viewer)
  if (actions.length === 0) return null
  const b = t.support.bulk
  const filter =
    list.problem === undefined ? { name: 'q', value: list.q } : { name: 'problem', value: list.problem }
  return (
    <form class="card-plain bulk-form" method="get" action={BULK_PATH} aria-labelledby="bulk-legend">
      <h2 id="bulk-legend">{b.legend}</h2>
      <input type="hidden" name={filter.name} value={filter.value} />
      <div class="bulk-choice">
        <div>
          <label class="filter-label" for="bulk-action">
            {b.action}
          </label>
          <select id="bulk-action" name="action" class="form-select" aria-describedby="bulk-hint">
            {actions.map((kind) => (
              <option key={kind} value={kind}>
                {b.actions[kind]}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="btn">
          {b.choose}
        </button>
      </div>
      <p class="field-hint" id="bulk-hint">
        {b.hint(MAX_BULK)}
      </p>
    </form>
  )
}
