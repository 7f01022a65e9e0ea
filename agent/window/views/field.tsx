// One field of a form: its name, what goes into it, and what is wrong with what is in it, all read out with it.
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

export interface FieldProps {
  readonly label: string
  readonly hint: string
  /** Null while nothing is wrong. */
  readonly fault: string | null
  readonly value: string
  readonly onValue: (value: string) => void
  readonly input?: InputHTMLAttributes<HTMLInputElement>
}

export function Field({ label, hint, fault, value, onValue, input = {} }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        spellcheck={false}
        autocomplete="off"
        {...input}
        id={id}
        value={value}
        aria-describedby={`${id}-hint ${id}-fault`}
        aria-invalid={fault !== null}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <p class="quiet" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="fault" id={`${id}-fault`} role="alert">
        {fault}
      </p>
    </div>
  )
}

interface SubmitProps {
  readonly busy: boolean
  readonly main?: boolean
  readonly children: ComponentChildren
}

/** Stays in reach of the keyboard while it works; the form that it belongs to asks only once. */
export function Submit({ busy, main = true, children }: SubmitProps) {
  return (
    <button type="submit" class={main ? 'main' : undefined} aria-disabled={busy}>
      {children}
    </button>
  )
}

/** For `onSubmit`: nothing is sent anywhere. */
export function submitting(act: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault()
    act()
  }
}
