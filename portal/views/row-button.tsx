// A button of one row for the one form behind all rows, which stands outside the live region where rows come and go.
import type { ComponentChildren } from 'preact'

interface RowButtonProps {
  /** The id of the form. */
  readonly form: string
  readonly name: string
  readonly value: string
  /** What the row is about, for who does not see it. */
  readonly of: string
  readonly class: string
  /** Why it does nothing now; null when it does. */
  readonly obstacle?: string | null
  readonly children: ComponentChildren
}

/** The reason stands beside the button and is read out with it. */
export function RowButton(props: RowButtonProps) {
  const { form, name, value, of, class: className, obstacle = null, children } = props
  const whyId = `why-not-${form}-${value.replaceAll(' ', '-')}`
  return (
    <>
      <button
        type="submit"
        form={form}
        name={name}
        value={value}
        class={className}
        disabled={obstacle !== null}
        aria-describedby={obstacle === null ? undefined : whyId}
      >
        {children}
        <span class="visually-hidden">: {of}</span>
      </button>
      {obstacle !== null && (
        <span class="sub" id={whyId}>
          {obstacle}
        </span>
      )}
    </>
  )
}
