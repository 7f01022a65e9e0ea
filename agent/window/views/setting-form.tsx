// One setting: what it means, its value, and saving it or taking it back to the usual.
import type { SettingChange, SettingRow } from '@pharmacy-relay/shared/agent-api.ts'
import { useEffect, useId, useState } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { useAsk } from '../use-ask.ts'
import { submitting } from './field.tsx'
import { Notice } from './notice.tsx'

interface SettingFormProps {
  readonly row: SettingRow
  readonly onChanged: () => void
}

export function SettingForm({ row, onChanged }: SettingFormProps) {
  const { t } = useAgent()
  const { settings } = t
  const id = useId()
  const { ask, answer, forget } = useAsk('setSetting')
  const [typed, setTyped] = useState(row.value ?? '')
  useEffect(() => setTyped(row.value ?? ''), [row.value])
  const { name, help } = settings.names[row.name] ?? { name: row.name, help: row.help }
  const isFixed = row.source === 'environment' || row.changeable === false
  const isChanged = typed.trim() !== (row.value ?? '')
  const keep = async (value: string | null): Promise<void> => {
    const given = await ask({ name: row.name, value })
    if (given?.ok !== true) return
    // The button that was pressed goes.
    document.getElementById(id)?.focus()
    onChanged()
  }
  const type = (value: string): void => {
    forget()
    setTyped(value)
  }
  return (
    <form
      class="form setting"
      onSubmit={submitting(() => isChanged && void keep(typed.trim() === '' ? null : typed))}
    >
      <label for={id}>{name}</label>
      <p class="quiet" id={`${id}-help`}>
        {help}
      </p>
      {isFixed ? (
        <p id={id}>
          <strong>{row.value ?? settings.empty}</strong> <span class="quiet">{settings.fixed}</span>
        </p>
      ) : (
        <div class="row">
          <Value {...{ row, id, typed, type }} />
          {isChanged && (
            <button type="submit" class="main" aria-label={settings.saveOf(name)}>
              {settings.save}
            </button>
          )}
          {row.source === 'stored' && !isChanged && (
            <button type="button" aria-label={settings.resetOf(name)} onClick={() => void keep(null)}>
              {settings.reset}
            </button>
          )}
        </div>
      )}
      {row.fault !== null && <Notice level="caution" title={`${settings.faulty} ${row.fault}`} />}
      {answer !== null && (answer.ok ? <Kept change={answer.data} /> : <NotKept {...{ row, ...answer }} />)}
    </form>
  )
}

interface ValueProps {
  readonly row: SettingRow
  readonly id: string
  readonly typed: string
  readonly type: (value: string) => void
}

function Value({ row: { name, choices, range }, id, typed, type }: ValueProps) {
  const { t } = useAgent()
  const { settings } = t
  const words = settings.choices[name] ?? {}
  if (choices === null || choices === undefined)
    return (
      <input
        {...{ id, value: typed, spellcheck: false, autocomplete: 'off', placeholder: settings.empty }}
        size={Math.min(40, Math.max(16, typed.length + 1))}
        maxLength={4_096}
        title={settings.allowed(range)}
        aria-describedby={`${id}-help`}
        onInput={(event) => type(event.currentTarget.value)}
      />
    )
  return (
    <select
      {...{ id, value: typed }}
      aria-describedby={`${id}-help`}
      onChange={(event) => type(event.currentTarget.value)}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {words[choice] ?? choice}
        </option>
      ))}
    </select>
  )
}

function Kept({ change: { effect } }: { readonly change: SettingChange }) {
  const { t } = useAgent()
  return <Notice level={effect === 'now' ? 'good' : 'caution'} title={t.settings.saved[effect]} />
}

function NotKept({ row, message }: { readonly row: SettingRow; readonly message: string }) {
  const { t } = useAgent()
  const allowed = t.settings.names[row.name]?.allowed
  return (
    <Notice level="bad" title={t.settings.refused}>
      {allowed === undefined ? (
        <p>
          {t.window.agentSays} <span lang="en">{message}</span>
        </p>
      ) : (
        <p>{t.settings.allowed(allowed)}</p>
      )}
    </Notice>
  )
}
