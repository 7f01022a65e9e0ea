// A product in a list: picture, price, stock in words, and how many to put into the basket.
import type { ProductPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { FoundProduct } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import type { PicturesById } from '../pictures/first-pictures.ts'
import { SHOP, productPath } from '../paths.ts'
import { grossMinor, moneyText, rateText } from './money.ts'
import { Picture, turnOf } from './picture.tsx'
import type { ShopFrame } from './shop-frame.tsx'

interface CardProps {
  readonly product: FoundProduct
  readonly frame: ShopFrame
  readonly t: Texts
}

interface CardsProps {
  readonly products: readonly FoundProduct[]
  readonly pictures: PicturesById
  readonly frame: ShopFrame
  /** Above it stands something larger: no picture of these is fetched before the rest. */
  readonly isBelow?: boolean
  readonly t: Texts
}

export function ProductCards({ products, pictures, frame, isBelow = false, t }: CardsProps) {
  return (
    <ul class="cards">
      {products.map((product, at) => (
        <ProductCard
          key={product.id}
          product={product}
          picture={pictures.get(product.id)}
          turn={isBelow ? 'later' : turnOf(at)}
          frame={frame}
          t={t}
        />
      ))}
    </ul>
  )
}

interface OneCardProps extends CardProps {
  readonly picture: ProductPicture | undefined
  readonly turn: ReturnType<typeof turnOf>
}

function ProductCard({ product, picture, turn, frame, t }: OneCardProps) {
  return (
    <li class="card">
      <a class="card-name" href={productPath(product)}>
        <Picture picture={picture} place="card" alt="" turn={turn} />
        <span>{product.name}</span>
      </a>
      <p class="quiet">{[product.brand, product.packSize].filter((part) => part !== '').join(' · ')}</p>
      <Price product={product} frame={frame} t={t} />
      <StockWords available={product.available} t={t} />
      <AddForm product={product} frame={frame} t={t} />
    </li>
  )
}

type Priced = Pick<FoundProduct, 'priceMinor' | 'taxBp'>

export function Price({ product, frame, t }: Pick<CardProps, 'frame' | 't'> & { readonly product: Priced }) {
  const { priceMinor, taxBp } = product
  const { currency } = frame
  const gross = moneyText(grossMinor(priceMinor, taxBp), currency, t.locale)
  return (
    <p class="price">
      <strong>{moneyText(priceMinor, currency, t.locale)}</strong>{' '}
      <span class="quiet">{t.storefront.goods.netGross(gross, rateText(taxBp, t.locale))}</span>
    </p>
  )
}

/** As many or fewer are named. */
const FEW = 10

export function StockWords({ available, t }: { readonly available: number; readonly t: Texts }) {
  const g = t.storefront.goods
  if (available === 0) return <p class="stock stock-none">{g.soldOut}</p>
  return available <= FEW ? (
    <p class="stock stock-few">{g.fewLeft(available)}</p>
  ) : (
    <p class="stock">{g.inStock}</p>
  )
}

type Addable = Pick<FoundProduct, 'id' | 'name' | 'minQuantity' | 'available'>

export function AddForm({
  product,
  frame,
  t,
}: Pick<CardProps, 'frame' | 't'> & { readonly product: Addable }) {
  const g = t.storefront.goods
  const id = `quantity-${product.id}`
  if (product.available < product.minQuantity) return null
  return (
    <PostForm action={SHOP.basketLines} csrfToken={frame.csrfToken} class="add">
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="returnTo" value={frame.path} />
      <label class="unseen" for={id}>
        {g.quantityOf(product.name)}
      </label>
      <input
        id={id}
        name="add"
        type="number"
        inputMode="numeric"
        min={product.minQuantity}
        max={9_999}
        value={product.minQuantity}
        required
      />
      <button type="submit" aria-label={`${g.add}: ${product.name}`}>
        {g.add}
      </button>
      {product.minQuantity > 1 && <small class="quiet">{g.atLeast(product.minQuantity)}</small>}
    </PostForm>
  )
}
