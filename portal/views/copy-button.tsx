// A button that copies a value; the browser script shows it, without JavaScript the text is selected by hand.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from './icons.tsx'

interface CopyButtonProps {
  readonly value: string
  /** What is copied, for screen readers. */
  readonly thing: string
  readonly t: Texts
}

/** Hidden until the browser script says that copying works. */
export function CopyButton({ value, thing, t }: CopyButtonProps) {
  return (
    <button
      type="button"
      class="copy-button"
      data-copy={value}
      data-text-copied={t.common.copied}
      data-text-failed={t.common.copyFailed}
      aria-label={t.common.copyThing(thing)}
      title={t.common.copy}
    >
      <Icon name="copy" />
      <span class="copy-said" aria-live="polite"></span>
    </button>
  )
}
