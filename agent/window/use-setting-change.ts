// One setting as somebody changes it: what is typed, and what became of keeping it.
import type { SettingRow } from '../contract/agent-api.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from './bridge.ts'
import { useAsk } from './use-ask.ts'

export interface SettingChanging {
  readonly typed: string
  /** It differs from what is kept. */
  readonly isChanged: boolean
  /** Of the last time; typing takes it away. */
  readonly answer: Answer<'setSetting'> | null
  readonly type: (value: string) => void
  /** Nothing where nothing was changed; an empty text takes the setting back to the usual. */
  readonly keepTyped: () => void
  /** Back to the usual. */
  readonly reset: () => void
}

export function useSettingChange(row: SettingRow, onKept: () => void): SettingChanging {
  const { ask, answer, forget } = useAsk('setSetting')
  const kept = row.value ?? ''
  const [typed, setTyped] = useState(kept)
  /** What stood there when it was last kept or read. */
  const settled = useRef(kept)
  useEffect(() => {
    // The answer to what was kept comes a moment later: whoever types on by then keeps his letters.
    setTyped((now) => (now === settled.current ? kept : now))
    settled.current = kept
  }, [row.value])
  const isChanged = typed.trim() !== kept
  const keep = async (value: string | null): Promise<void> => {
    const sent = typed
    const given = await ask({ name: row.name, value })
    if (given?.ok !== true) return
    settled.current = sent
    onKept()
  }
  return {
    typed,
    isChanged,
    answer,
    type: (value) => {
      forget()
      setTyped(value)
    },
    keepTyped: () => {
      if (isChanged) void keep(typed.trim() === '' ? null : typed)
    },
    reset: () => void keep(null),
  }
}
