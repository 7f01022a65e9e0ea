// The form of a new product.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../../views/crumbs.tsx'
import { PostForm } from '../../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { SHOP_PATHS } from '../../../views/shop-paths.ts'
import type { RefusedForm } from '../form-problem.ts'
import { RefusedNotice } from '../refused-notice.tsx'
import { ProductFieldset } from './product-fields.tsx'
import type { ProductValues } from './product-values.ts'

export interface NewProductPageProps {
  readonly frame: FrameProps
  readonly categories: readonly Category[]
  readonly values: ProductValues
  readonly refused: RefusedForm | null
}

export function newProductPage({ frame, categories, values, refused }: NewProductPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.shop.products.add,
    children: (
      <>
        {may(frame.viewer, storeApi.listPanelProducts) && (
          <Crumbs to={SHOP_PATHS.products} t={t}>
            {t.shop.products.title}
          </Crumbs>
        )}
        <h1>{t.shop.products.add}</h1>
        <RefusedNotice refused={refused} t={t} />
        <section class="card-plain shop-part">
          <PostForm action={SHOP_PATHS.newProduct} csrfToken={frame.csrfToken} unsaved={refused !== null}>
            <ProductFieldset
              values={values}
              categories={categories}
              faults={refused?.faults ?? new Set()}
              isTaken={refused?.code === 'state_conflict'}
              savedNow={null}
              t={t}
            />
            <button type="submit" class="btn btn-primary">
              {t.shop.products.create}
            </button>
          </PostForm>
        </section>
      </>
    ),
  })
}
