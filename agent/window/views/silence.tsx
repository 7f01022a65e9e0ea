// What is said while the agent does not answer: what that means for labels, and what to do.
import { useAgent } from '../agent-context.ts'
import type { Refusal } from '../bridge.ts'
import { Icon } from './icons.tsx'

export function Silence({ refusal }: { readonly refusal: Refusal }) {
  const { t, bridge } = useAgent()
  const { silence } = t.window
  const said = Object.hasOwn(silence, refusal.code)
    ? silence[refusal.code as keyof typeof silence]
    : silence.not_running
  // Of the others it is known that labels go on.
  const level = said === silence.not_running ? 'offline' : 'attention'
  return (
    <section class={`summary ${level}`} role="alert">
      <span class="summary-icon">
        <Icon name={level} />
      </span>
      <div class="summary-text">
        <h2>{said.title}</h2>
        <p class="summary-what">{said.text}</p>
        <p>{said[bridge.kind]}</p>
      </div>
    </section>
  )
}
