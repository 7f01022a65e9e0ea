// Above a form that came back: why.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Notice } from '../../views/notice.tsx'
import type { RefusedForm } from './form-problem.ts'

export function RefusedNotice({ refused, t }: { readonly refused: RefusedForm | null; readonly t: Texts }) {
  if (refused === null) return null
  return <Notice kind="fault">{refused.words ?? t.customerForm.faultsTitle}</Notice>
}
