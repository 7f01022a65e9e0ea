// Why a label is in its state, as its computer said, in the reader's language; what systems said stands in the title.
import { reasonDetail, reasonText } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export function JobReason({ reasons, t }: { readonly reasons: Reasons; readonly t: Texts }) {
  if (reasons.length === 0) return null
  return (
    <span class="sub">
      {t.printing.says} <bdi title={reasonDetail(reasons)}>{reasonText(reasons, t)}</bdi>
    </span>
  )
}
