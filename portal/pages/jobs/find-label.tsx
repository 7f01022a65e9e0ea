// Looks for a label by the number that people say, as B-75: a plain form that works without a script.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { SearchInput } from '../../views/search-input.tsx'
import type { LabelPlace } from './label-place.ts'

/** What was looked for and is nowhere. */
export type NotFound = Exclude<LabelPlace, { readonly kind: 'there' }>

interface FindLabelProps {
  /** Of this page. */
  readonly action: string
  /** Null: nothing was looked for. */
  readonly notFound: NotFound | null
  readonly t: Texts
}

export function FindLabel({ action, notFound, t }: FindLabelProps) {
  const text = t.jobs.find
  return (
    <search aria-label={text.title}>
      {notFound !== null && (
        <Notice kind="fault">
          {notFound.kind === 'no_number'
            ? text.noNumber(notFound.written)
            : text.noComputer(notFound.written)}
        </Notice>
      )}
      <form class="computer-search" method="get" action={action}>
        <div>
          <label class="filter-label" for="find-label">
            {text.label}
          </label>
          <SearchInput
            id="find-label"
            name="number"
            value={notFound?.written ?? ''}
            hintId="find-label-hint"
          />
        </div>
        <button type="submit" class="btn">
          <Icon name="search" />
          {text.button}
        </button>
        <p class="field-hint" id="find-label-hint">
          {text.hint}
        </p>
      </form>
    </search>
  )
}
