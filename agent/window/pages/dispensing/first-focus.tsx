// What a person uses first, a field or a button: the focus is there as soon as it is shown.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export function FirstFocus({ children }: { readonly children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  return <div ref={box}>{children}</div>
}
