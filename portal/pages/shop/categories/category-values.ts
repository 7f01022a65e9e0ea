// A category as it is typed into its form, and what the API gets of it; pure.
import { z } from 'zod'
import { CategoryFields, type Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import { typed } from '../../../http/forms.ts'
import { readAmount } from '../../../views/money.ts'

export const CategoryForm = z.object({ name: typed(1_000), parentId: typed(20), place: typed(20) })
/** As they were typed. */
export type CategoryValues = z.output<typeof CategoryForm>

export const NEW_CATEGORY: CategoryValues = { name: '', parentId: '', place: '0' }

export function categoryValues({ name, parentId, place }: Category): CategoryValues {
  return { name, parentId: parentId === null ? '' : String(parentId), place: String(place) }
}

/** The category, or the fields that are none. */
export function readCategory(
  values: CategoryValues,
): { readonly fields: CategoryFields } | { readonly faults: ReadonlySet<string> } {
  const parsed = CategoryFields.safeParse({
    name: values.name,
    parentId: values.parentId === '' ? null : Number(values.parentId),
    place: readAmount(values.place, 0),
  })
  if (parsed.success) return { fields: parsed.data }
  return { faults: new Set(parsed.error.issues.map(({ path: [name] }) => String(name))) }
}
