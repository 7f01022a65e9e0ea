// The pairing codes of a pharmacy that can still be used, and the one form that withdraws them all.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { Icon } from '../../views/icons.tsx'
import { pairingCodePath, withdrawCodesPath } from '../../views/paths.ts'
import { Left } from '../../views/times/time.tsx'

const FORM_ID = 'withdraw-codes'

interface WithdrawFormProps {
  readonly viewer: Viewer | null
  readonly customer: Pick<CustomerDetail, 'storeId'>
  readonly csrfToken: string
}

/** Stands outside the live regions; the buttons in them name it. */
export function WithdrawForm({ viewer, customer, csrfToken }: WithdrawFormProps) {
  if (!may(viewer, storeApi.withdrawPairingCodes)) return null
  return <PostForm id={FORM_ID} action={withdrawCodesPath(customer.storeId)} csrfToken={csrfToken} />
}

export function WithdrawButton({ viewer, t }: Pick<WithdrawFormProps, 'viewer'> & { readonly t: Texts }) {
  if (!may(viewer, storeApi.withdrawPairingCodes)) return null
  return (
    <div class="withdraw">
      <button type="submit" form={FORM_ID} class="btn btn-sm">
        {t.pairing.withdraw}
      </button>
      <span class="sub">{t.pairing.withdrawHint}</span>
    </div>
  )
}

interface OpenCodesProps {
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  readonly now: Date
  readonly t: Texts
}

/** Those that have not run out, each with the page that tells of it; nothing without any. */
export function OpenCodes({ viewer, customer, now, t }: OpenCodesProps) {
  if (!may(viewer, storeApi.getPairingCode)) return null
  const codes = customer.pairingCodes.filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime())
  if (codes.length === 0) return null
  return (
    <div class="open-codes" data-key="open-codes">
      <p class="open-codes-title">
        <Icon name="key" /> {t.pairing.open(codes.length)}
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code.id} data-key={`code-${code.id}`}>
            <a href={pairingCodePath(customer.storeId, code.id)}>
              <Left until={code.expiresAt} t={t} />
            </a>
            {code.needsApproval && <span class="mark-quiet">{t.pairing.withApproval}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
