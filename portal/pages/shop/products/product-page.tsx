// One product: what it is, its stock, and for who may change it its forms.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { PanelPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { PanelProduct } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../../views/crumbs.tsx'
import { PostForm } from '../../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { Notice } from '../../../views/notice.tsx'
import { SHOP_PATHS, productPath, withdrawPath } from '../../../views/shop-paths.ts'
import { ConfirmedForm } from '../../staff/confirmed-form.tsx'
import { RefusedNotice } from '../refused-notice.tsx'
import { PicturesPart } from './pictures-part.tsx'
import { ProductFacts } from './product-facts.tsx'
import { ProductFieldset, type ProductFieldsProps } from './product-fields.tsx'
import type { ProductNotice } from './product-notices.ts'
import type { RefusedForm } from '../form-problem.ts'
import { StockPart, type StockProps } from './stock-part.tsx'

export interface ProductPageProps {
  readonly frame: FrameProps
  readonly about: PanelProduct
  readonly categories: readonly Category[]
  readonly form: Pick<ProductFieldsProps, 'values' | 'savedNow'>
  readonly stock: Pick<StockProps, 'values' | 'once'>
  /** Null for who may not see them. */
  readonly pictures: readonly PanelPicture[] | null
  /** What was typed for a picture that was refused. */
  readonly alt: string
  /** Which form came back, and why; null for none. */
  readonly refused: ({ readonly form: 'product' | 'stock' | 'picture' | 'other' } & RefusedForm) | null
  readonly notice: ProductNotice | null
}

export function productPage(props: ProductPageProps): string {
  const { frame, about, categories, refused, notice } = props
  const t = texts(frame.language)
  const { product } = about
  const canChange = may(frame.viewer, storeApi.updateProduct)
  return pageDocument({
    frame,
    title: product.name,
    children: (
      <>
        {may(frame.viewer, storeApi.listPanelProducts) && (
          <Crumbs to={SHOP_PATHS.products} t={t}>
            {t.shop.products.title}
          </Crumbs>
        )}
        <h1>
          <bdi>{product.name}</bdi>
        </h1>
        {notice !== null && (
          <Notice kind="success" once>
            {t.shop.products.notices[notice]}
          </Notice>
        )}
        <RefusedNotice refused={refused} t={t} />
        <ProductFacts about={about} categories={categories} isWhole={!canChange} t={t} />
        {canChange && <FieldsPart {...props} t={t} />}
        <OwnParts {...props} t={t} />
        {product.isActive && may(frame.viewer, storeApi.deactivateProduct) && (
          <Withdraw frame={frame} about={about} t={t} />
        )}
      </>
    ),
  })
}

/** Stock and pictures, each with its form. */
function OwnParts({
  frame,
  about,
  stock,
  pictures,
  alt,
  refused,
  t,
}: ProductPageProps & { readonly t: Texts }) {
  const faultsOf = (form: 'stock' | 'picture') =>
    refused?.form === form ? refused.faults : new Set<string>()
  return (
    <>
      <StockPart
        frame={frame}
        about={about}
        {...stock}
        faults={faultsOf('stock')}
        isTooFew={refused?.code === 'state_conflict'}
        t={t}
      />
      {pictures !== null && (
        <PicturesPart
          frame={frame}
          productId={about.product.id}
          pictures={pictures}
          alt={alt}
          faults={faultsOf('picture')}
          t={t}
        />
      )}
    </>
  )
}

function FieldsPart({
  frame,
  about,
  categories,
  form,
  refused,
  t,
}: ProductPageProps & { readonly t: Texts }) {
  const { id, version } = about.product
  const faults = refused?.form === 'product' ? refused.faults : new Set<string>()
  return (
    <section class="card-plain shop-part" aria-labelledby="fields-title">
      <h2 id="fields-title">{t.shop.products.form}</h2>
      <PostForm action={productPath(id)} csrfToken={frame.csrfToken} unsaved={refused?.form === 'product'}>
        <input type="hidden" name="version" value={version} />
        <ProductFieldset
          {...form}
          categories={categories}
          faults={faults}
          isTaken={refused?.code === 'state_conflict'}
          t={t}
        />
        <button type="submit" class="btn btn-primary">
          {t.shop.frame.save}
        </button>
      </PostForm>
    </section>
  )
}

function Withdraw({ frame, about, t }: Pick<ProductPageProps, 'frame' | 'about'> & { readonly t: Texts }) {
  const { withdraw, withdrawPoints } = t.shop.products
  const { id, version } = about.product
  return (
    <ConfirmedForm
      name="withdraw"
      action={withdrawPath(id)}
      csrfToken={frame.csrfToken}
      summary={`${withdraw}…`}
      points={withdrawPoints}
      confirm={withdraw}
    >
      <input type="hidden" name="version" value={version} />
    </ConfirmedForm>
  )
}
