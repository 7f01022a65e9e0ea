// Scans for the pharmacist's page: of a paired scanner, from the agent, and of one that types, from the keyboard.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAgent } from './agent-context.ts'
import { usePolled } from './use-polled.ts'
import { NOTHING_TYPED, typedBy } from './wedge.ts'

/** From the scan to the window a person waits for no longer. */
const EVERY_MS = 500

export interface SeenScan {
  readonly text: string
  /** The name of a paired scanner; null for one that types. */
  readonly scanner: string | null
  /** It came before this page was opened, so nobody holds that pack in his hand. */
  readonly isEarlier: boolean
}

/** The last one, another object for each; null before the first. */
export function useScans(): SeenScan | null {
  const { bridge } = useAgent()
  const { data } = usePolled(bridge, { method: 'lastScan', params: null, everyMs: EVERY_MS })
  const [last, setLast] = useState<SeenScan | null>(null)
  /** Undefined before the first answer. */
  const known = useRef<number | null | undefined>(undefined)
  useEffect(() => {
    if (data === null) return
    const isEarlier = known.current === undefined
    const { scan } = data
    if (scan !== null && scan.id !== known.current)
      setLast({ text: scan.text, scanner: scan.scanner, isEarlier })
    known.current = scan?.id ?? null
  }, [data])
  useTypedScans((text) => setLast({ text, scanner: null, isEarlier: false }))
  return last
}

/** Wherever the focus is: the Enter of a scanner presses no button. */
function useTypedScans(onScan: (text: string) => void): void {
  const take = useRef(onScan)
  take.current = onScan
  useEffect(() => {
    let typed = NOTHING_TYPED
    const pressed = (event: KeyboardEvent): void => {
      const key = { key: event.key, isControl: event.ctrlKey, atMs: event.timeStamp }
      const next = typedBy(typed, key)
      typed = next.typed
      if (next.scan === null) return
      event.preventDefault()
      event.stopPropagation()
      take.current(next.scan)
    }
    addEventListener('keydown', pressed, { capture: true })
    return () => removeEventListener('keydown', pressed, { capture: true })
  }, [])
}
