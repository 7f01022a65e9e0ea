// Coupons, newest first: what each takes off, how often it was used, whether it can be used now.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { Coupon } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { Icon } from '../../../views/icons.tsx'
import { moneyText, percentText } from '../../../views/money.ts'
import { EmptyList, Paging } from '../../../views/paging.tsx'
import { SHOP_PATHS, couponPath } from '../../../views/shop-paths.ts'
import { Exact } from '../../../views/times/time.tsx'
import { ShopNav } from '../shop-nav.tsx'
import { couponState } from './coupon-values.ts'

export interface CouponsPageProps {
  readonly frame: FrameProps
  readonly query: { readonly page: number; readonly pageSize: number }
  readonly list: EndpointResult<typeof storeApi.listCoupons>
  readonly now: Date
}

export function couponsPage(props: CouponsPageProps): string {
  const { frame, query, list } = props
  const t = texts(frame.language)
  const { title, make, found, noneTitle, noneAdvice } = t.shop.coupons
  const address = (changes: Partial<CouponsPageProps['query']>) => couponsAddress({ ...query, ...changes })
  return pageDocument({
    frame,
    title,
    children: (
      <>
        <div class="page-head">
          <h1>{title}</h1>
          {may(frame.viewer, storeApi.createCoupon) && (
            <p class="actions">
              <a class="btn btn-primary" href={SHOP_PATHS.newCoupon}>
                <Icon name="plus" />
                {make}
              </a>
            </p>
          )}
        </div>
        <ShopNav here={SHOP_PATHS.coupons} viewer={frame.viewer} t={t} />
        {list.items.length === 0 ? (
          <EmptyList
            total={list.total}
            firstPage={address({ page: 1 })}
            title={noneTitle}
            advice={noneAdvice}
            t={t}
          />
        ) : (
          <>
            <output class="result-line">{found(list.total)}</output>
            <Rows {...props} t={t} />
          </>
        )}
        <Paging query={query} list={list} address={address} t={t} />
      </>
    ),
  })
}

function couponsAddress({ page, pageSize }: CouponsPageProps['query']): string {
  return `${SHOP_PATHS.coupons}?page=${page}&pageSize=${pageSize}`
}

function Rows({ frame, list, now, t }: CouponsPageProps & { readonly t: Texts }) {
  const { title, code, takesOff, uses, state, states, used } = t.shop.coupons
  // Moments, of which the second counts no more; days are of the form.
  const { from, until } = t.shop.orders
  const isLinked = may(frame.viewer, storeApi.getCoupon)
  return (
    <div class="card-plain table-card">
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {[code, takesOff, uses, from, until, state].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.items.map((coupon) => (
            <tr key={coupon.id} class={couponState(coupon, now) === 'over' ? 'is-over' : undefined}>
              <th scope="row">
                {isLinked ? <a href={couponPath(coupon.id)}>{coupon.code}</a> : coupon.code}
              </th>
              <td>{takesOffText(coupon, list.currency, t)}</td>
              <td>{used(coupon.used, coupon.max)}</td>
              <td>
                <Exact at={coupon.from} locale={t.locale} />
              </td>
              <td>
                <Exact at={coupon.until} locale={t.locale} />
              </td>
              <td>{states[couponState(coupon, now)]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function takesOffText({ percentBp, amountMinor }: Coupon, currency: string, t: Texts): string {
  if (percentBp !== null) return percentText(percentBp, t.locale)
  return moneyText(amountMinor ?? 0, currency, t.locale)
}
