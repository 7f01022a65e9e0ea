// A labelled field of several lines; hint and fault are read out with it.

interface TextAreaProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint: string | null
  readonly fault: string | null
  readonly rows: number
  readonly maxLength: number
}

export function TextArea({ name, label, value, hint, fault, rows, maxLength }: TextAreaProps) {
  return (
    <div class="mb-3">
      <label class="form-label" for={name}>
        {label}
      </label>
      <textarea
        id={name}
        name={name}
        rows={rows}
        maxLength={maxLength}
        class={fault === null ? 'form-control' : 'form-control is-invalid'}
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={`${name}-hint`}
      >
        {value}
      </textarea>
      <p class={fault === null ? 'field-hint' : 'field-fault'} id={`${name}-hint`}>
        {fault ?? hint}
      </p>
    </div>
  )
}
