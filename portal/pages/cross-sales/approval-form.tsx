// The form that records which pharmacist approved a rule or pair; without its warnings it says what is missing.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { CrossSale } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { Notice } from '../../views/notice.tsx'
import { approveCrossSalePath } from './cross-sale-paths.ts'

interface ApprovalFormProps {
  readonly frame: FrameProps
  readonly about: CrossSale
  readonly isFaulty: boolean
  readonly t: Texts
}

export function ApprovalForm({ frame, about, isFaulty, t }: ApprovalFormProps) {
  if (about.approved !== null || !may(frame.viewer, pharmacyApi.approveCrossSale)) return null
  if (about.flags === null) return <Notice kind="warning">{t.crossSale.sayFirst}</Notice>
  const { approveTitle, approveAdvice, pharmacist, pharmacistFault, approve } = t.crossSale
  return (
    <section class="card-plain cross-sale-part" aria-labelledby="approve-title">
      <h2 id="approve-title">{approveTitle}</h2>
      <PostForm action={approveCrossSalePath(about.id)} csrfToken={frame.csrfToken}>
        <input type="hidden" name="version" value={about.version} />
        <Field
          name="pharmacist"
          label={pharmacist}
          value=""
          hint={approveAdvice}
          fault={isFaulty ? pharmacistFault : null}
          input={{ type: 'text', required: true, maxlength: 120, autocomplete: 'off' }}
        />
        <button type="submit" class="btn btn-primary">
          {approve}
        </button>
      </PostForm>
    </section>
  )
}
