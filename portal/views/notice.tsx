// One message above the content of a page: a success, a remark or a fault.
import type { ComponentChildren } from 'preact'
import { Icon } from './icons.tsx'

interface NoticeProps {
  /** `neutral`: nothing was done, and nothing is wrong. */
  readonly kind: 'success' | 'neutral' | 'warning' | 'fault'
  /** It tells what was just done: a page that comes back from the browser's cache does not. */
  readonly once?: boolean
  readonly children: ComponentChildren
}

const ICONS = { success: 'check', neutral: 'info', warning: 'alert', fault: 'alert' } as const

/** Read out by screen readers when the page opens: a fault at once, the rest in turn. */
export function Notice({ kind, once = false, children }: NoticeProps) {
  const content = (
    <>
      <Icon name={ICONS[kind]} />
      <span>{children}</span>
    </>
  )
  if (kind === 'fault') {
    return (
      <div class="notice notice-fault" role="alert">
        {content}
      </div>
    )
  }
  return (
    <output class={`notice notice-${kind}`} data-once={once ? '' : undefined}>
      {content}
    </output>
  )
}
