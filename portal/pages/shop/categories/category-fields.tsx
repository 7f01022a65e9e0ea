// The fields of a category: its name, what it stands below, its place among its siblings.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field } from '../../../views/forms.tsx'
import { SelectField } from '../../staff/select-field.tsx'
import { categoryOptions } from './category-tree.ts'
import type { CategoryValues } from './category-values.ts'

interface CategoryFieldsProps {
  readonly values: CategoryValues
  readonly categories: readonly Category[]
  /** The category itself, which can stand neither below itself nor below what is below it; null for a new one. */
  readonly own: number | null
  readonly faults: ReadonlySet<string>
  readonly t: Texts
}

export function CategoryFieldset({ values, categories, own, faults, t }: CategoryFieldsProps) {
  const words = t.shop.categories
  const said = (isFaulty: boolean, hint: string, fault: string) =>
    isFaulty ? { hint: null, fault } : { hint, fault: null }
  return (
    <>
      <Field
        name="name"
        label={words.name}
        value={values.name}
        {...said(faults.has('name'), words.nameHint, words.nameFault)}
        input={{ type: 'text', required: true, maxlength: 120, autocomplete: 'off' }}
      />
      <div class="field-columns">
        <SelectField
          name="parentId"
          label={words.parent}
          value={values.parentId}
          options={categoryOptions(categories, { none: words.top, without: own })}
          {...(faults.has('parentId') ? { hint: words.parentFault } : {})}
          isFormField
        />
        <Field
          name="place"
          label={words.place}
          value={values.place}
          {...said(faults.has('place'), words.placeHint, words.placeFault)}
          input={{ type: 'text', required: true, maxlength: 6, inputmode: 'numeric', autocomplete: 'off' }}
        />
      </div>
    </>
  )
}
