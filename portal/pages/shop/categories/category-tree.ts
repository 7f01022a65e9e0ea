// The tree of categories as rows: each below its parent, with its depth; pure.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export interface TreeRow {
  readonly category: Category
  /** 0 at the top. */
  readonly depth: number
}

/** Siblings stay in their order. What hangs on nothing known stands at the top. */
export function treeRows(categories: readonly Category[]): TreeRow[] {
  const known = new Set(categories.map(({ id }) => id))
  const parentOf = ({ parentId }: Category) => (parentId !== null && known.has(parentId) ? parentId : null)
  const below = Map.groupBy(categories, parentOf)
  const rows: TreeRow[] = []
  const add = (parentId: number | null, depth: number): void => {
    for (const category of below.get(parentId) ?? []) {
      rows.push({ category, depth })
      add(category.id, depth + 1)
    }
  }
  add(null, 0)
  return rows
}

/** For a choice: value and text, with what is above none first. `without`: a category that may not be chosen, with all below it. */
export function categoryOptions(
  categories: readonly Category[],
  { none, without = null }: { readonly none: string; readonly without?: number | null },
): (readonly [string, string])[] {
  const left = categories.filter(({ id }) => id !== without)
  const rows = treeRows(categories).filter(({ category }) => !isBelow(category, without, left))
  return [
    ['', none],
    ...rows.map(
      ({ category, depth }) => [String(category.id), `${'– '.repeat(depth)}${category.name}`] as const,
    ),
  ]
}

function isBelow(category: Category, above: number | null, others: readonly Category[]): boolean {
  if (above === null) return false
  if (category.id === above || category.parentId === above) return true
  const parent = others.find(({ id }) => id === category.parentId)
  return parent !== undefined && isBelow(parent, above, others)
}

export function categoryName(categories: readonly Category[], id: number | null, t: Texts): string {
  return categories.find((one) => one.id === id)?.name ?? t.shop.products.noCategory
}
