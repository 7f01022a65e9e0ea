// Categories: the tree, one of them, what refuses each.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../../views/frame-props.ts'
import { categoriesPage, type CategoriesPageProps } from '../../shop/categories/categories-page.tsx'
import type { CategoryNotice } from '../../shop/categories/category-notices.ts'
import { categoryPage, type CategoryPageProps } from '../../shop/categories/category-page.tsx'
import { NEW_CATEGORY, categoryValues } from '../../shop/categories/category-values.ts'
import { HOSTILE } from '../fixtures.ts'
import { refusedFor, staleFor } from './refusals.ts'

export function categoryOf(changes: Partial<Category> = {}): Category {
  const { id = 1 } = changes
  return {
    id,
    parentId: null,
    name: 'Labels',
    place: 0,
    slug: `labels-${id}`,
    version: 2,
    productCount: 0,
    ...changes,
  }
}

export const CATEGORIES: readonly Category[] = [
  categoryOf(),
  categoryOf({ id: 2, parentId: 1, name: 'Rolls', productCount: 1 }),
  categoryOf({ id: 3, parentId: 2, name: HOSTILE, place: 7 }),
]

export function categoryPages(frame: FrameProps): Record<string, string> {
  const words = texts(frame.language).shop.categories
  const tree = (changes: Partial<CategoriesPageProps> = {}) =>
    categoriesPage({
      frame: { ...frame, path: '/shop/categories' },
      categories: CATEGORIES,
      values: NEW_CATEGORY,
      refused: null,
      notice: null,
      ...changes,
    })
  const one = (changes: Partial<CategoryPageProps> = {}) =>
    categoryPage({
      frame,
      about: categoryOf({ id: 2, name: HOSTILE }),
      categories: CATEGORIES,
      values: categoryValues(categoryOf({ id: 2, parentId: 1 })),
      refused: null,
      notice: null,
      ...changes,
    })
  const typed = { name: HOSTILE, parentId: HOSTILE, place: HOSTILE }
  const faulty = refusedFor('invalid', { faults: ['name', 'parentId', 'place'] })
  return {
    categories: tree(),
    'categories, none': tree({ categories: [] }),
    'categories, faulty': tree({ values: typed, refused: faulty }),
    'categories, refused': tree({ refused: refusedFor('state_conflict', { words: words.refused }) }),
    category: one(),
    'category, stale': one({ values: typed, refused: staleFor(frame) }),
    'category, not empty': one({ refused: refusedFor('state_conflict', { words: words.notEmpty }) }),
    ...Object.fromEntries(
      (Object.keys(words.notices) as CategoryNotice[]).map((notice) => [
        `category says ${notice}`,
        one({ notice }),
      ]),
    ),
    'categories say what was made': tree({ notice: 'made' }),
  }
}
