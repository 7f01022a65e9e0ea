// One category: its name, where it stands, and its end.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../../views/crumbs.tsx'
import { PostForm } from '../../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { Notice } from '../../../views/notice.tsx'
import { SHOP_PATHS, categoryPath, removeCategoryPath } from '../../../views/shop-paths.ts'
import { ConfirmedForm } from '../../staff/confirmed-form.tsx'
import type { RefusedForm } from '../form-problem.ts'
import { RefusedNotice } from '../refused-notice.tsx'
import { CategoryFieldset } from './category-fields.tsx'
import type { CategoryNotice } from './category-notices.ts'
import type { CategoryValues } from './category-values.ts'

export interface CategoryPageProps {
  readonly frame: FrameProps
  readonly about: Category
  readonly categories: readonly Category[]
  readonly values: CategoryValues
  readonly refused: RefusedForm | null
  readonly notice: CategoryNotice | null
}

export function categoryPage(props: CategoryPageProps): string {
  const { frame, about, refused, notice } = props
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: about.name,
    children: (
      <>
        {may(frame.viewer, storeApi.createCategory) && (
          <Crumbs to={SHOP_PATHS.categories} t={t}>
            {t.shop.categories.title}
          </Crumbs>
        )}
        <h1>
          <bdi>{about.name}</bdi>
        </h1>
        {notice !== null && (
          <Notice kind="success" once>
            {t.shop.categories.notices[notice]}
          </Notice>
        )}
        <RefusedNotice refused={refused} t={t} />
        {may(frame.viewer, storeApi.listPanelProducts) && (
          <p>
            <a href={`${SHOP_PATHS.products}?categoryId=${about.id}`}>{t.shop.categories.itsProducts}</a>{' '}
            <span class="muted">({t.shop.categories.productCount(about.productCount)})</span>
          </p>
        )}
        {may(frame.viewer, storeApi.updateCategory) && <FieldsForm {...props} t={t} />}
        {may(frame.viewer, storeApi.removeCategory) && <Removal {...props} t={t} />}
      </>
    ),
  })
}

type PartProps = CategoryPageProps & { readonly t: Texts }

function FieldsForm({ frame, about, categories, values, refused, t }: PartProps) {
  return (
    <section class="card-plain shop-part" aria-label={t.shop.categories.category}>
      <PostForm action={categoryPath(about.id)} csrfToken={frame.csrfToken} unsaved={refused !== null}>
        <input type="hidden" name="version" value={about.version} />
        <CategoryFieldset
          values={values}
          categories={categories}
          own={about.id}
          faults={refused?.faults ?? new Set()}
          t={t}
        />
        <button type="submit" class="btn btn-primary">
          {t.shop.frame.save}
        </button>
      </PostForm>
    </section>
  )
}

function Removal({ frame, about, t }: PartProps) {
  const { remove, removePoints } = t.shop.categories
  return (
    <ConfirmedForm
      name="remove"
      action={removeCategoryPath(about.id)}
      csrfToken={frame.csrfToken}
      summary={`${remove}…`}
      points={removePoints}
      confirm={remove}
    >
      <input type="hidden" name="version" value={about.version} />
    </ConfirmedForm>
  )
}
