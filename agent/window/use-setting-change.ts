// One setting as somebody changes it: what is typed, and what became of keeping it.
import type { SettingRow } from '../contract/agent-api.ts'
import { useEffect, useState } from 'preact/hooks'
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
  useEffect(() => setTyped(kept), [row.value])
  const isChanged = typed.trim() !== kept
  const keep = async (value: string | null): Promise<void> => {
    const given = await ask({ name: row.name, value })
    if (given?.ok === true) onKept()
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
