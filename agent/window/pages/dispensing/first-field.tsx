// The field that a person types into first: the cursor stands there as soon as it is shown.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export function FirstField({ children }: { readonly children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return <div ref={box}>{children}</div>
}
