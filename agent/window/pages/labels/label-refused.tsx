// Why something was not done with a label, in the person's language: the agent's own words name its command line.
import type { ReasonCode } from '@pharmacy-relay/shared/reasons/reason-codes.ts'
import { useAgent } from '../../agent-context.ts'
import type { Refusal } from '../../bridge.ts'
import { Notice, Refused, Said } from '../../views/notice.tsx'

/** What counts at the computer that has the label: nothing else on the page says so. */
const SAID_ELSEWHERE: readonly string[] = [
  'label_answered_yes',
  'label_answered_no',
  'label_known_there',
  'content_gone',
] satisfies ReasonCode[]

export function LabelRefused({ refusal }: { readonly refusal: Refusal }) {
  const { refused } = useAgent().t.labels
  return Object.hasOwn(refused, refusal.code) ? (
    <Notice level="bad" title={refused[refusal.code as keyof typeof refused]}>
      {SAID_ELSEWHERE.includes(refusal.reason?.code ?? '') && (
        <p>
          <Said refusal={refusal} />
        </p>
      )}
    </Notice>
  ) : (
    <Refused refusal={refusal} />
  )
}
