// A field of several lines: its name, what goes into it, and what is wrong with what is in it, all read out with it.
import { useId } from 'preact/hooks'
import type { FieldProps } from './field.tsx'

interface AreaFieldProps extends Omit<FieldProps, 'input'> {
  readonly rows: number
}

export function AreaField({ label, hint, fault, value, onValue, rows }: AreaFieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        spellcheck={false}
        autocomplete="off"
        id={id}
        rows={rows}
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
