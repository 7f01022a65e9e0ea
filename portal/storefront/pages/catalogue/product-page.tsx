// One product: picture, price net and gross, pack, stock now and held, what it is, and others of its category.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { ProductPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { FoundProduct, Product } from '@pharmacy-relay/shared/api/shop/products.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { picturePath, productPath } from '../../paths.ts'
import type { PicturesById } from '../../pictures/first-pictures.ts'
import { plainAmount } from '../../views/money.ts'
import { fitText } from '../../supplies/fits.tsx'
import type { OwnSupplies } from '../../supplies/own-supplies.ts'
import { Told, type Notice } from '../../views/notices.tsx'
import { Picture } from '../../views/picture.tsx'
import { AddForm, Price, ProductCards, StockWords } from '../../views/product-card.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { wayTo } from './category-tree.ts'
import { Crumbs, crumbFacts } from './crumbs.tsx'

export interface ProductPageProps {
  readonly frame: ShopFrame
  readonly product: Product
  readonly categories: readonly Category[]
  readonly alternatives: readonly FoundProduct[]
  /** Of the product itself, in their order. */
  readonly shown: readonly ProductPicture[]
  /** Of the alternatives. */
  readonly pictures: PicturesById
  /** What fits the own printer; null where nothing is known to. */
  readonly own: OwnSupplies | null
  readonly notice: Notice | null
}

export function productPage(props: ProductPageProps): string {
  const { frame, product, categories, alternatives, pictures, notice } = props
  const t = texts(frame.language)
  const g = t.storefront.goods
  const way = wayTo(categories, product.categoryId)
  const [description = ''] = product.description.split('\n')
  const facts = [productFacts(props), crumbFacts(way, frame)]
  const [first] = props.shown
  const open = {
    canonical: productPath(product),
    description: description || g.describe(product.name),
    facts,
    picture: first === undefined ? null : picturePath(first.hash, 'large'),
  }
  return shopPage({
    frame,
    title: product.name,
    open: product.isActive ? open : null,
    children: (
      <>
        <Crumbs way={way} t={t} />
        <article class="product">
          <Pictures {...props} />
          <div>
            <h1>{product.name}</h1>
            <Told notice={notice} />
            {product.isActive ? <Offer {...props} t={t} /> : <p class="notice">{g.gone}</p>}
            <Facts product={product} t={t} />
          </div>
          {product.description !== '' && <p class="description">{product.description}</p>}
        </article>
        {alternatives.length > 0 && <h2>{g.similar}</h2>}
        <ProductCards products={alternatives} pictures={pictures} frame={frame} isBelow t={t} />
      </>
    ),
  })
}

/** The first one large; the others lead to themselves. */
function Pictures({ product, shown }: Pick<ProductPageProps, 'product' | 'shown'>) {
  const [first, ...others] = shown
  return (
    <div class="pictures">
      <Picture picture={first} place="product" alt={first?.alt || product.name} turn="first" />
      {others.map((picture) => (
        <a key={picture.id} href={picturePath(picture.hash, 'large')}>
          <Picture picture={picture} place="line" alt={picture.alt || product.name} />
        </a>
      ))}
    </div>
  )
}

function Offer({
  product,
  own,
  frame,
  t,
}: Pick<ProductPageProps, 'product' | 'own' | 'frame'> & { readonly t: Texts }) {
  return (
    <>
      <Price product={product} frame={frame} t={t} />
      {own?.products.some(({ id }) => id === product.id) === true && <p class="fits">{fitText(own, t)}</p>}
      <StockWords available={product.available} t={t} />
      {product.held > 0 && <p class="quiet">{t.storefront.goods.held(product.held)}</p>}
      <AddForm product={product} frame={frame} t={t} />
    </>
  )
}

function Facts({ product, t }: { readonly product: Product; readonly t: Texts }) {
  const g = t.storefront.goods
  const rows = [
    [g.brand, product.brand],
    [g.pack, product.packSize],
    [g.form, product.form],
    [g.substance, product.substance],
    [g.sku, product.sku],
    ['GTIN', product.gtin ?? ''],
  ].filter(([, value]) => value !== '')
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Product and Offer of schema.org. */
function productFacts({ product, frame, shown }: ProductPageProps): object {
  const available = product.available > 0 ? 'InStock' : 'OutOfStock'
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    ...(product.gtin === null ? {} : { gtin14: product.gtin }),
    ...(product.brand === '' ? {} : { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.description === '' ? {} : { description: product.description.slice(0, 500) }),
    ...(shown.length === 0
      ? {}
      : { image: shown.map(({ hash }) => frame.publicOrigin + picturePath(hash, 'large')) }),
    offers: {
      '@type': 'Offer',
      url: frame.publicOrigin + productPath(product),
      price: plainAmount(product.priceMinor, frame.currency),
      priceCurrency: frame.currency,
      availability: `https://schema.org/${available}`,
    },
  }
}
