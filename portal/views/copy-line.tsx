// A line to be copied as it stands: by its button, or by hand with one click.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CopyButton } from './copy-button.tsx'

interface CopyLineProps {
  readonly text: string
  /** What is copied, for screen readers. */
  readonly thing: string
  readonly t: Texts
}

export function CopyLine({ text, thing, t }: CopyLineProps) {
  return (
    <div class="copy-line">
      <code>{text}</code>
      <CopyButton value={text} thing={thing} t={t} />
    </div>
  )
}
