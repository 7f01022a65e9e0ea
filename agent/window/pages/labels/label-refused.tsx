// Why something was not done with a label, in the person's language: the agent's own words name its command line.
import { useAgent } from '../../agent-context.ts'
import type { Refusal } from '../../bridge.ts'
import { Notice, Refused } from '../../views/notice.tsx'

export function LabelRefused({ refusal }: { readonly refusal: Refusal }) {
  const { refused } = useAgent().t.labels
  return Object.hasOwn(refused, refusal.code) ? (
    <Notice level="bad" title={refused[refusal.code as keyof typeof refused]} />
  ) : (
    <Refused refusal={refusal} />
  )
}
