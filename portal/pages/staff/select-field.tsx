// A labelled choice of one of several, as filters and forms write it.

interface SelectFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  /** Value and what people read. */
  readonly options: readonly (readonly [string, string])[]
  /** In forms the label stands as those of other fields do. */
  readonly isFormField?: boolean
  /** Where two of a name stand on one page. */
  readonly id?: string
  /** Read out with it. */
  readonly hint?: string
}

export function SelectField(props: SelectFieldProps) {
  const { name, label, value, options, hint, isFormField = false } = props
  const id = props.id ?? (isFormField ? name : `filter-${name}`)
  return (
    <div class={isFormField ? 'mb-3' : undefined}>
      <label class={isFormField ? 'form-label' : 'filter-label'} for={id}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        class="form-select"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
