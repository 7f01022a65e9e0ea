// Why a device could not do something, in the language of whoever reads; in its own English where it gives no code.
import { reasonDetail, reasonText } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export function DeviceSays({ said, t }: { readonly said: Reasons | string; readonly t: Texts }) {
  return (
    <>
      {t.printing.says}{' '}
      {typeof said === 'string' ? (
        <bdi lang="en">{said}</bdi>
      ) : (
        <bdi title={reasonDetail(said)}>{reasonText(said, t)}</bdi>
      )}
    </>
  )
}
