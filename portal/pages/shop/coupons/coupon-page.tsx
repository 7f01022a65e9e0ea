// One coupon: how often it was used and by whom, what it does, and its end. Also the form of a new one.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { PanelCoupon } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../../views/crumbs.tsx'
import { PostForm } from '../../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { Notice } from '../../../views/notice.tsx'
import { customerPath } from '../../../views/paths.ts'
import { SHOP_PATHS, couponPath, endCouponPath } from '../../../views/shop-paths.ts'
import { ConfirmedForm } from '../../staff/confirmed-form.tsx'
import type { RefusedForm } from '../form-problem.ts'
import { RefusedNotice } from '../refused-notice.tsx'
import { CouponFieldset } from './coupon-fields.tsx'
import { couponState, type CouponValues } from './coupon-values.ts'
import { takesOffText } from './coupons-page.tsx'

export type CouponNotice = keyof Texts['shop']['coupons']['notices']

export interface CouponPageProps {
  readonly frame: FrameProps
  /** Null for one that is to be made. */
  readonly about: PanelCoupon | null
  readonly values: CouponValues
  readonly refused: RefusedForm | null
  readonly notice: CouponNotice | null
  readonly now: Date
}

export function couponPage(props: CouponPageProps): string {
  const { frame, about, refused, notice } = props
  const t = texts(frame.language)
  const title = about === null ? t.shop.coupons.make : about.coupon.code
  return pageDocument({
    frame,
    title,
    children: (
      <>
        {may(frame.viewer, storeApi.listCoupons) && (
          <Crumbs to={SHOP_PATHS.coupons} t={t}>
            {t.shop.coupons.title}
          </Crumbs>
        )}
        <h1>{title}</h1>
        {notice !== null && (
          <Notice kind="success" once>
            {t.shop.coupons.notices[notice]}
          </Notice>
        )}
        <RefusedNotice refused={refused} t={t} />
        {about !== null && <Uses about={about} now={props.now} t={t} />}
        {may(frame.viewer, about === null ? storeApi.createCoupon : storeApi.updateCoupon) && (
          <FieldsForm {...props} t={t} />
        )}
        {about !== null && <End {...props} about={about} t={t} />}
      </>
    ),
  })
}

function Uses({ about, now, t }: { readonly about: PanelCoupon; readonly now: Date; readonly t: Texts }) {
  const { takesOff, uses, used, state, states } = t.shop.coupons
  const { coupon, currency } = about
  return (
    <>
      <dl class="user-facts facts">
        <div>
          <dt>{state}</dt>
          <dd>{states[couponState(coupon, now)]}</dd>
        </div>
        <div>
          <dt>{takesOff}</dt>
          <dd>{takesOffText(coupon, currency, t)}</dd>
        </div>
        <div>
          <dt>{uses}</dt>
          <dd>{used(coupon.used, coupon.max)}</dd>
        </div>
      </dl>
      {about.uses.length > 0 && (
        <ul class="points">
          {about.uses.map((one) => (
            <li key={one.storeId}>
              <bdi>
                <a href={customerPath(one.storeId)}>{one.customerName}</a>
              </bdi>{' '}
              <span class="store-id">{one.storeId}</span>: {one.uses}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type PartProps = CouponPageProps & { readonly t: Texts }

function FieldsForm({ frame, about, values, refused, t }: PartProps) {
  return (
    <section class="card-plain shop-part" aria-labelledby="fields-title">
      <h2 id="fields-title">{t.shop.coupons.form}</h2>
      <PostForm
        action={about === null ? SHOP_PATHS.newCoupon : couponPath(about.coupon.id)}
        csrfToken={frame.csrfToken}
        unsaved={refused !== null}
      >
        {about !== null && <input type="hidden" name="version" value={about.coupon.version} />}
        <CouponFieldset
          values={values}
          faults={refused?.faults ?? new Set()}
          isConflict={refused?.code === 'state_conflict'}
          t={t}
        />
        <button type="submit" class="btn btn-primary">
          {about === null ? t.shop.coupons.make : t.shop.frame.save}
        </button>
      </PostForm>
    </section>
  )
}

function End({ frame, about, now, t }: PartProps & { readonly about: PanelCoupon }) {
  const { end, endPoints } = t.shop.coupons
  const { coupon } = about
  if (couponState(coupon, now) === 'over' || !may(frame.viewer, storeApi.updateCoupon)) return null
  return (
    <ConfirmedForm
      name="end"
      action={endCouponPath(coupon.id)}
      csrfToken={frame.csrfToken}
      summary={`${end}…`}
      points={endPoints}
      confirm={end}
    >
      <input type="hidden" name="version" value={coupon.version} />
    </ConfirmedForm>
  )
}
