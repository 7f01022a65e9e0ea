// What somebody looks for, typed: neither completed nor corrected by the browser.

interface SearchInputProps {
  readonly id: string
  readonly name: string
  readonly value: string
  /** The id of the words that explain it. */
  readonly hintId?: string
}

export function SearchInput({ id, name, value, hintId }: SearchInputProps) {
  return (
    <input
      id={id}
      class="form-control"
      type="search"
      name={name}
      value={value}
      maxLength={100}
      autocomplete="off"
      spellcheck={false}
      aria-describedby={hintId}
    />
  )
}
