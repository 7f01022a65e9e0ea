// Escape takes a question off the page without an answer; of several that are open, the one that was opened last.
import { useEffect, useRef } from 'preact/hooks'

/** In the order in which they were opened. */
const open: symbol[] = []

/** While `isOpen`. */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  const newest = useRef(onEscape)
  newest.current = onEscape
  useEffect(() => {
    if (!isOpen) return
    const own = Symbol('open')
    open.push(own)
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && open.at(-1) === own) newest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => {
      open.splice(open.indexOf(own), 1)
      document.removeEventListener('keydown', pressed)
    }
  }, [isOpen])
}
