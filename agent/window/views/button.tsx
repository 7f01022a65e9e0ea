// A button that stays in reach of keyboard and screen reader while it cannot be pressed, and says why it cannot.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onPress: () => void
  readonly look?: 'main' | 'drastic'
  /** Why it cannot be pressed now, in words; an empty text where the page says it. Null: it can. */
  readonly whyNot?: string | null
  readonly expanded?: boolean
  /** A key that was held down since the step before presses nothing. */
  readonly wantsNewPress?: boolean
}

export function Button({
  children,
  onPress,
  look,
  whyNot = null,
  expanded,
  wantsNewPress = false,
}: ButtonProps) {
  const id = useId()
  const isOff = whyNot !== null
  return (
    <>
      <button
        type="button"
        class={look}
        aria-disabled={isOff ? 'true' : undefined}
        aria-describedby={isOff && whyNot !== '' ? id : undefined}
        aria-expanded={expanded}
        onKeyDown={(event) => {
          if (wantsNewPress && event.repeat) event.preventDefault()
        }}
        onClick={() => {
          if (!isOff) onPress()
        }}
      >
        {children}
      </button>
      {isOff && whyNot !== '' && (
        <span id={id} class="quiet">
          {whyNot}
        </span>
      )}
    </>
  )
}
