// The tree of categories, and the form of a new one.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { Notice } from '../../../views/notice.tsx'
import { EmptyList } from '../../../views/paging.tsx'
import { SHOP_PATHS, categoryPath } from '../../../views/shop-paths.ts'
import type { RefusedForm } from '../form-problem.ts'
import { RefusedNotice } from '../refused-notice.tsx'
import { ShopNav } from '../shop-nav.tsx'
import { CategoryFieldset } from './category-fields.tsx'
import type { CategoryNotice } from './category-notices.ts'
import { treeRows } from './category-tree.ts'
import type { CategoryValues } from './category-values.ts'

export interface CategoriesPageProps {
  readonly frame: FrameProps
  readonly categories: readonly Category[]
  /** Of the form of a new one. */
  readonly values: CategoryValues
  readonly refused: RefusedForm | null
  readonly notice: CategoryNotice | null
}

export function categoriesPage(props: CategoriesPageProps): string {
  const { frame, categories, refused, notice } = props
  const t = texts(frame.language)
  const words = t.shop.categories
  return pageDocument({
    frame,
    title: words.title,
    children: (
      <>
        <h1>{words.title}</h1>
        <ShopNav here={SHOP_PATHS.categories} viewer={frame.viewer} t={t} />
        {notice !== null && (
          <Notice kind="success" once>
            {words.notices[notice]}
          </Notice>
        )}
        <RefusedNotice refused={refused} t={t} />
        <p class="muted">{words.intro}</p>
        {categories.length === 0 ? (
          <EmptyList total={0} firstPage="" title={words.noneTitle} advice={words.noneAdvice} t={t} />
        ) : (
          <Tree categories={categories} isLinked={may(frame.viewer, storeApi.updateCategory)} t={t} />
        )}
        {may(frame.viewer, storeApi.createCategory) && <NewCategory {...props} t={t} />}
      </>
    ),
  })
}

interface TreeProps {
  readonly categories: readonly Category[]
  readonly isLinked: boolean
  readonly t: Texts
}

/** Depth is a class, since no page has a style of its own; beyond six it shows no more. */
const MAX_SHOWN_DEPTH = 6

function Tree({ categories, isLinked, t }: TreeProps) {
  const { title, category, products, place, productCount, number } = t.shop.categories
  return (
    <div class="card-plain table-card">
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {[category, place, products].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {treeRows(categories).map(({ category: one, depth }) => (
            <tr key={one.id}>
              <th scope="row" class={`depth-${Math.min(depth, MAX_SHOWN_DEPTH)}`}>
                <bdi>{isLinked ? <a href={categoryPath(one.id)}>{one.name}</a> : one.name}</bdi>
                <span class="sub">{number(one.id)}</span>
              </th>
              <td>
                <span class="narrow-head">{place}</span>
                {one.place}
              </td>
              <td>{productCount(one.productCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function NewCategory(props: CategoriesPageProps & { readonly t: Texts }) {
  const { frame, categories, values, refused, t } = props
  return (
    <section class="card-plain shop-part" aria-labelledby="new-title">
      <h2 id="new-title">{t.shop.categories.addTitle}</h2>
      <PostForm action={SHOP_PATHS.categories} csrfToken={frame.csrfToken} unsaved={refused !== null}>
        <CategoryFieldset
          values={values}
          categories={categories}
          own={null}
          faults={refused?.faults ?? new Set()}
          t={t}
        />
        <button type="submit" class="btn btn-primary">
          {t.shop.categories.add}
        </button>
      </PostForm>
    </section>
  )
}
