// A box with something that a person has to know, spoken by screen readers as it appears.
import type { ComponentChildren } from 'preact'
import { useAgent } from '../agent-context.ts'
import type { Refusal } from '../bridge.ts'
import { Reason } from './reason.tsx'

export type NoticeLevel = 'good' | 'caution' | 'bad'

interface NoticeProps {
  readonly level: NoticeLevel
  readonly title: string
  readonly children?: ComponentChildren
}

export function Notice({ level, title, children }: NoticeProps) {
  return (
    <div class={`notice ${level}`} role={level === 'bad' ? 'alert' : 'status'}>
      <p class="notice-title">{title}</p>
      {children}
    </div>
  )
}

/** Why something was not done: in the person's language, and behind it what the agent says. */
export function Refused({ refusal }: { readonly refusal: Refusal }) {
  const { t } = useAgent()
  const { refusals } = t.window
  const title = Object.hasOwn(refusals, refusal.code)
    ? refusals[refusal.code as keyof typeof refusals]
    : refusals.other
  return (
    <Notice level="bad" title={title}>
      {refusal.message !== '' && (
        <p>
          <Said refusal={refusal} />
        </p>
      )}
    </Notice>
  )
}

/** Why, in the person's language; in the agent's English where it gives no code. */
export function Said({ refusal: { reason, message } }: { readonly refusal: Refusal }) {
  const { t } = useAgent()
  if (reason !== undefined) return <Reason reasons={[reason]} />
  return (
    <>
      {t.window.agentSays} <span lang="en">{message}</span>
    </>
  )
}
