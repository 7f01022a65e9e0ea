// The stock of a product: the form that changes it, and who changed it last, with the reason.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { PanelProduct, PastStockChange } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../../views/forms.tsx'
import type { FrameProps } from '../../../views/frame-props.ts'
import { stockPath } from '../../../views/shop-paths.ts'
import { Exact } from '../../../views/times/time.tsx'
import { SelectField } from '../../staff/select-field.tsx'
import type { StockValues } from './stock-values.ts'

export interface StockProps {
  readonly frame: FrameProps
  readonly about: PanelProduct
  readonly values: StockValues
  /** The key of this form: sent twice it changes the stock once. */
  readonly once: string
  readonly faults: ReadonlySet<string>
  /** The number is not wrong, but orders hold more. */
  readonly isTooFew: boolean
  readonly t: Texts
}

export function StockPart(props: StockProps) {
  const { frame, about, t } = props
  return (
    <section class="card-plain shop-part" aria-labelledby="stock-title">
      <h2 id="stock-title">{t.shop.products.stock.title}</h2>
      {may(frame.viewer, storeApi.changeStock) && <StockForm {...props} />}
      <h3>{t.shop.products.stock.history}</h3>
      {about.stockChanges.length === 0 ? (
        <p class="muted">{t.shop.products.stock.none}</p>
      ) : (
        <History changes={about.stockChanges} t={t} />
      )}
    </section>
  )
}

function StockForm({ frame, about, values, once, faults, isTooFew, t }: StockProps) {
  const words = t.shop.products.stock
  const isFaulty = (name: string) => faults.has(name)
  return (
    <PostForm action={stockPath(about.product.id)} csrfToken={frame.csrfToken} unsaved={faults.size > 0}>
      <input type="hidden" name="once" value={once} />
      <div class="field-columns">
        <SelectField
          name="kind"
          label={words.kind}
          value={values.kind}
          options={Object.entries(words.kinds)}
          isFormField
        />
        <Field
          name="quantity"
          label={words.quantity}
          value={values.quantity}
          hint={isFaulty('quantity') ? null : words.quantityHint}
          fault={isFaulty('quantity') ? (isTooFew ? words.tooFew : words.quantityFault) : null}
          input={{ type: 'text', required: true, maxlength: 9, autocomplete: 'off' }}
        />
      </div>
      <Field
        name="reason"
        label={words.reason}
        value={values.reason}
        hint={isFaulty('reason') ? null : words.reasonHint}
        fault={isFaulty('reason') ? words.reasonFault : null}
        input={{ type: 'text', required: true, maxlength: 200, autocomplete: 'off' }}
      />
      <button type="submit" class="btn">
        {words.submit}
      </button>
    </PostForm>
  )
}

function History({ changes, t }: { readonly changes: readonly PastStockChange[]; readonly t: Texts }) {
  const { history, when, quantity, reason, who, kinds, somebody } = t.shop.products.stock
  const signed = new Intl.NumberFormat(t.locale, { signDisplay: 'always' })
  return (
    <table class="staff-table shop-table">
      <caption class="visually-hidden">{history}</caption>
      <thead>
        <tr>
          {[when, quantity, reason, who].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.at} ${change.reason}`}>
            <td>
              <Exact at={change.at} locale={t.locale} />
            </td>
            <td>{signed.format(change.quantity)}</td>
            <td>
              <bdi>{change.reason}</bdi>
              <span class="sub">{kinds[change.kind]}</span>
            </td>
            <td>
              <bdi>{change.by === '' ? somebody : change.by}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
