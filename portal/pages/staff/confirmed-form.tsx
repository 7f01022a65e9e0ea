// A form that asks before it does anything, also without a script: what will happen, then the button.
import type { ComponentChildren } from 'preact'
import { PostForm } from '../../views/forms.tsx'

interface ConfirmedFormProps {
  readonly name: string
  readonly action: string
  readonly csrfToken: string
  readonly summary: string
  readonly points: readonly string[]
  readonly confirm: string
  /** Open at once: it came back with something to mend. */
  readonly isOpen?: boolean
  /** Fields of the form. */
  readonly children?: ComponentChildren
}

export function ConfirmedForm(props: ConfirmedFormProps) {
  const { name, action, csrfToken, summary, points, confirm, isOpen = false, children } = props
  return (
    <details class="computer-part confirmed" id={name} open={isOpen}>
      <summary>{summary}</summary>
      <ul class="points">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <PostForm action={action} csrfToken={csrfToken}>
        {children}
        <button type="submit" class="btn btn-bad">
          {confirm}
        </button>
      </PostForm>
    </details>
  )
}
