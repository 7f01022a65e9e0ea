// What was before and what is after, field by field, as a list of terms.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { changedFields, type FieldValues } from './log-text.ts'

interface ChangedFieldsProps {
  readonly values: FieldValues
  /** The same in a sentence; left out where there is none. */
  readonly title?: string
  readonly t: Texts
}

export function ChangedFields({ values, title, t }: ChangedFieldsProps) {
  return (
    <dl class="log-changes" title={title}>
      {changedFields(values, t).map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== null && <bdi class="log-before">{before}</bdi>}
            {before !== null && after !== null && (
              <>
                <span aria-hidden="true"> → </span>
                <span class="visually-hidden">{t.staffHistory.becomes} </span>
              </>
            )}
            {after !== null && <bdi>{after}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
