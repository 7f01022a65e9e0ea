// Products: those that are sold, of which nothing is left, or that are no longer sold.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import { PanelProductSort, type PanelProductQuery } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import type { FoundProduct } from '@pharmacy-relay/shared/api/shop/products.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { Icon } from '../../../views/icons.tsx'
import { moneyText } from '../../../views/money.ts'
import { CsvLink } from '../../../views/csv/csv-link.tsx'
import { EmptyList } from '../../../views/paging.tsx'
import { SearchInput } from '../../../views/search-input.tsx'
import { SHOP_PATHS, productPath } from '../../../views/shop-paths.ts'
import { SelectField } from '../../staff/select-field.tsx'
import { categoryName, categoryOptions } from '../categories/category-tree.ts'
import { KeyPaging } from '../key-paging.tsx'
import { ShopNav } from '../shop-nav.tsx'
import { productsAddress } from './products-address.ts'

export interface ProductsPageProps {
  readonly frame: FrameProps
  readonly query: PanelProductQuery
  readonly categories: readonly Category[]
  readonly list: EndpointResult<typeof storeApi.listPanelProducts>
}

export function productsPage(props: ProductsPageProps): string {
  const { frame, query, list } = props
  const t = texts(frame.language)
  const { after, ...first } = query
  return pageDocument({
    frame,
    title: t.shop.products.title,
    children: (
      <>
        <Head frame={frame} t={t} />
        <ShopNav here={SHOP_PATHS.products} viewer={frame.viewer} t={t} />
        <Filter {...props} t={t} />
        {list.didYouMean !== null && <p>{t.shop.products.meant(list.didYouMean)}</p>}
        {list.items.length === 0 ? (
          <EmptyList
            total={list.total}
            firstPage={productsAddress(first)}
            title={t.shop.products.noneTitle}
            advice={t.shop.products.noneAdvice}
            t={t}
          />
        ) : (
          <>
            <output class="result-line">{t.shop.products.found(list.total, list.totalIsExact)}</output>
            <Rows {...props} t={t} />
          </>
        )}
        {list.items.length > 0 && <CsvLink list={productsAddress(first)} t={t} />}
        <KeyPaging
          first={after === undefined ? null : productsAddress(first)}
          next={list.next === null ? null : productsAddress({ ...query, after: list.next })}
          t={t}
        />
      </>
    ),
  })
}

function Head({ frame, t }: { readonly frame: FrameProps; readonly t: Texts }) {
  return (
    <div class="page-head">
      <h1>{t.shop.products.title}</h1>
      <p class="actions">
        {may(frame.viewer, storeApi.importProducts) && (
          <a class="btn" href={SHOP_PATHS.importProducts}>
            <Icon name="inbox" />
            {t.shop.products.import}
          </a>
        )}
        {may(frame.viewer, storeApi.createProduct) && (
          <a class="btn btn-primary" href={SHOP_PATHS.newProduct}>
            <Icon name="plus" />
            {t.shop.products.add}
          </a>
        )}
      </p>
    </div>
  )
}

type PartProps = ProductsPageProps & { readonly t: Texts }

function Filter({ query, categories, t }: PartProps) {
  const { only, onlies, everyCategory, sort, sorts, fields } = t.shop.products
  return (
    <form class="staff-filter" method="get" action={SHOP_PATHS.products}>
      <div>
        <label class="filter-label" for="filter-q">
          {t.shop.frame.search}
        </label>
        <SearchInput id="filter-q" name="q" value={query.q} />
      </div>
      <SelectField name="only" label={only} value={query.only} options={Object.entries(onlies)} />
      <SelectField
        name="categoryId"
        label={fields.categoryId}
        value={String(query.categoryId ?? '')}
        options={categoryOptions(categories, { none: everyCategory })}
      />
      <SelectField
        name="sort"
        label={sort}
        value={query.sort}
        options={PanelProductSort.options.map((one) => [one, sorts[one]])}
      />
      <button type="submit" class="btn">
        {t.shop.frame.show}
      </button>
    </form>
  )
}

function Rows({ list, categories, frame, t }: PartProps) {
  const { title, fields, available } = t.shop.products
  const isLinked = may(frame.viewer, storeApi.getPanelProduct)
  return (
    <div class="card-plain table-card">
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {[fields.name, fields.brand, fields.categoryId].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {[fields.priceMinor, available].map((head) => (
              <th key={head} scope="col" class="of-amounts">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.items.map((product) => (
            <Row
              key={product.id}
              product={product}
              category={categoryName(categories, product.categoryId, t)}
              currency={list.currency}
              isLinked={isLinked}
              t={t}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly product: FoundProduct
  readonly category: string
  readonly currency: string
  readonly isLinked: boolean
  readonly t: Texts
}

function Row({ product, category, currency, isLinked, t }: RowProps) {
  const { id, sku, gtin, name, brand, packSize, priceMinor, available, isActive } = product
  return (
    <tr class={isActive ? undefined : 'is-over'}>
      <th scope="row">
        <bdi>{isLinked ? <a href={productPath(id)}>{name}</a> : name}</bdi>
        <span class="sub">
          <bdi>{[sku, gtin, packSize].filter(Boolean).join(' · ')}</bdi>
          {!isActive && ` (${t.shop.products.withdrawn})`}
        </span>
      </th>
      <td>
        <bdi>{brand}</bdi>
      </td>
      <td>
        <bdi>{category}</bdi>
      </td>
      <td class="of-amounts">
        <span class="narrow-head">{t.shop.products.fields.priceMinor}</span>
        {moneyText(priceMinor, currency, t.locale)}
      </td>
      <td class={available === 0 ? 'of-amounts is-empty' : 'of-amounts'}>
        <span class="narrow-head">{t.shop.products.available}</span>
        {t.shop.products.pieces(available)}
      </td>
    </tr>
  )
}
