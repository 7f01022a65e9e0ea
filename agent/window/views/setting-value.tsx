// The value of a setting as something to type into or to choose from.
import type { SettingRow } from '../../contract/agent-api.ts'
import { useAgent } from '../agent-context.ts'

interface SettingValueProps {
  readonly row: SettingRow
  readonly id: string
  readonly typed: string
  readonly type: (value: string) => void
}

export function SettingValue({ row: { name, choices, range }, id, typed, type }: SettingValueProps) {
  const { t } = useAgent()
  const { settings } = t
  const text = settings.choices[name] ?? {}
  if (choices === null)
    return (
      <input
        id={id}
        value={typed}
        spellcheck={false}
        autocomplete="off"
        placeholder={settings.empty}
        size={Math.min(40, Math.max(16, typed.length + 1))}
        maxLength={4_096}
        title={settings.allowed(settings.names[name]?.allowed ?? range)}
        aria-describedby={`${id}-help`}
        onInput={(event) => type(event.currentTarget.value)}
      />
    )
  return (
    <select
      id={id}
      value={typed}
      aria-describedby={`${id}-help`}
      onChange={(event) => type(event.currentTarget.value)}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {text[choice] ?? choice}
        </option>
      ))}
    </select>
  )
}
