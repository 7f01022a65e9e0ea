// A day of a filter, in the manner of the browser.

interface DayFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
}

export function DayField({ name, label, value }: DayFieldProps) {
  return (
    <div>
      <label class="filter-label" for={`filter-${name}`}>
        {label}
      </label>
      <input id={`filter-${name}`} class="form-control" type="date" name={name} value={value} />
    </div>
  )
}
