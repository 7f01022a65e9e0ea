// Escape takes a question off the page without an answer.
import { useEffect } from 'preact/hooks'

/** While `isOpen`. */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onEscape()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isOpen])
}
