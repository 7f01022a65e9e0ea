// What is said while the agent does not answer: what that means for labels, and what to do.
import { useAgent } from '../agent-context.ts'
import type { Refusal } from '../bridge.ts'
import { Notice } from './notice.tsx'

export function Silence({ refusal }: { readonly refusal: Refusal }) {
  const { t, bridge } = useAgent()
  const { silence } = t.window
  const said = Object.hasOwn(silence, refusal.code)
    ? silence[refusal.code as keyof typeof silence]
    : silence.not_running
  return (
    <Notice level="bad" title={said.title}>
      <p>{said.words}</p>
      <p>{said[bridge.kind]}</p>
    </Notice>
  )
}
