// Why a label is in its state, in the person's language.
import { reasonSentence } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { useAgent } from '../agent-context.ts'

export function Reason({ reasons }: { readonly reasons: Reasons }) {
  const { t } = useAgent()
  return <>{reasonSentence(reasons, t)}</>
}
