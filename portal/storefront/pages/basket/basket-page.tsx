// The basket: what changed on top, its lines to be edited in place, coupon, totals.
import type { Cart, CartLine } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import type { ProductPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../../views/forms.tsx'
import { SHOP, productPath } from '../../paths.ts'
import type { PicturesById } from '../../pictures/first-pictures.ts'
import { moneyText } from '../../views/money.ts'
import { Told, Fault, type Notice } from '../../views/notices.tsx'
import { Picture } from '../../views/picture.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { TotalsTable } from '../../views/totals.tsx'

/** Why a coupon was not taken, and what was typed. */
export interface BasketFault {
  readonly kind: 'wrong' | 'often'
  readonly code: string
}

export interface BasketPageProps {
  readonly frame: ShopFrame
  /** Null where a stranger has none. */
  readonly cart: Cart | null
  readonly pictures: PicturesById
  readonly notice: Notice | null
  readonly fault: BasketFault | null
}

export function basketPage({ frame, cart, pictures, notice, fault }: BasketPageProps): string {
  const t = texts(frame.language)
  const b = t.storefront.basket
  return shopPage({
    frame,
    title: b.title,
    children: (
      <>
        <h1>{b.title}</h1>
        <Told notice={notice} />
        {cart === null || cart.lines.length === 0 ? (
          <div class="nothing">
            <p>{b.empty}</p>
            <p>
              <a class="button" href={SHOP.home}>
                {t.storefront.toShop}
              </a>
            </p>
          </div>
        ) : (
          <Filled frame={frame} cart={cart} pictures={pictures} fault={fault} t={t} />
        )}
      </>
    ),
  })
}

interface FilledProps {
  readonly frame: ShopFrame
  readonly cart: Cart
  readonly pictures: PicturesById
  readonly fault: BasketFault | null
  readonly t: Texts
}

function Filled({ frame, cart, pictures, fault, t }: FilledProps) {
  const b = t.storefront.basket
  return (
    <div class="basket">
      <LineChanges lines={cart.lines} t={t} />
      <ul class="lines">
        {cart.lines.map((line) => (
          <Line key={line.productId} line={line} picture={pictures.get(line.productId)} frame={frame} t={t} />
        ))}
      </ul>
      <Coupon frame={frame} cart={cart} fault={fault} t={t} />
      <TotalsTable totals={cart.totals} currency={cart.currency} t={t} />
      <p class="actions">
        <a class="button" href={SHOP.checkout}>
          {b.checkout}
        </a>
        <a href={SHOP.home}>{b.goOn}</a>
        <a href={SHOP.quick}>{t.storefront.quick.title}</a>
      </p>
    </div>
  )
}

/** A summary with links to the lines that cannot be ordered as they are. */
export function LineChanges({ lines, t }: { readonly lines: readonly CartLine[]; readonly t: Texts }) {
  const b = t.storefront.basket
  const changed = lines.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return null
  return (
    <div class="notice notice-fault" role="alert">
      <p>{b.changed}</p>
      <ul>
        {changed.map(({ productId, name, changes, available, minQuantity }) => (
          <li key={productId}>
            <a href={`${SHOP.basket}#line-${productId}`}>{name}</a>:{' '}
            {changes.map((change) => b.changes[change]({ available, minQuantity })).join(' ')}
          </li>
        ))}
      </ul>
    </div>
  )
}

type LineProps = Pick<FilledProps, 'frame' | 't'> & {
  readonly line: CartLine
  readonly picture: ProductPicture | undefined
}

function Line({ line, picture, frame, t }: LineProps) {
  const b = t.storefront.basket
  const id = `quantity-${line.productId}`
  const money = (minor: number) => moneyText(minor, frame.currency, t.locale)
  return (
    <li class="line" id={`line-${line.productId}`}>
      <p class="with-thumb">
        <Picture picture={picture} place="line" alt="" />
        <span>
          <a href={productPath(line)}>{line.name}</a>{' '}
          <span class="quiet">
            {line.packSize} · {b.each(money(line.priceMinor))}
          </span>
        </span>
      </p>
      <PostForm action={SHOP.basketLines} csrfToken={frame.csrfToken} class="quantity">
        <input type="hidden" name="productId" value={line.productId} />
        <label class="unseen" for={id}>
          {t.storefront.goods.quantityOf(line.name)}
        </label>
        <input
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={0}
          max={9_999}
          value={line.quantity}
          required
        />
        <button type="submit" aria-label={`${b.update}: ${line.name}`}>
          {b.update}
        </button>
        <button
          type="submit"
          class="plain"
          name="remove"
          value="1"
          aria-label={`${b.remove}: ${line.name}`}
          formNoValidate
        >
          {b.remove}
        </button>
      </PostForm>
      <p class="sum">{money(line.netMinor)}</p>
    </li>
  )
}

function Coupon({ frame, cart, fault, t }: Omit<FilledProps, 'pictures'>) {
  const b = t.storefront.basket
  if (cart.coupon !== null) {
    const { code, fault: why } = cart.coupon
    return (
      <PostForm action={SHOP.basketCoupon} csrfToken={frame.csrfToken} class="coupon">
        {why === null ? (
          <p>{b.couponOf(code)}</p>
        ) : (
          <Fault>{`${b.couponOf(code)} ${b.couponFaults[why]}`}</Fault>
        )}
        <button type="submit" class="plain" name="remove" value="1">
          {b.removeCoupon}
        </button>
      </PostForm>
    )
  }
  return (
    <PostForm action={SHOP.basketCoupon} csrfToken={frame.csrfToken} class="coupon">
      <Fault>{fault === null ? null : b.couponRefused[fault.kind]}</Fault>
      <label for="code">{b.coupon}</label>
      <input
        id="code"
        name="code"
        value={fault?.code ?? ''}
        maxLength={40}
        autocomplete="off"
        autocapitalize="characters"
      />
      <button type="submit">{b.useCoupon}</button>
    </PostForm>
  )
}
