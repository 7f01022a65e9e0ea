// Why a label is in its state, as its computer said: in the reader's language where that is known in it, else in English.
import { reasonWords } from '@pharmacy-relay/shared/texts/reason-words.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export function JobReason({ reason, t }: { readonly reason: string; readonly t: Texts }) {
  const said = reasonWords(reason, t)
  return (
    <span class="sub">
      {t.printing.says} {said === null ? <bdi lang="en">{reason}</bdi> : <bdi>{said}</bdi>}
    </span>
  )
}
