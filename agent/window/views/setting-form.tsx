// One setting: what it means, its value, and saving it or taking it back to the usual.
import type { SettingRow } from '../../contract/agent-api.ts'
import { useId } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { useSettingChange, type SettingChanging } from '../use-setting-change.ts'
import { submitting } from './field.tsx'
import { Notice } from './notice.tsx'
import { SettingOutcome } from './setting-outcome.tsx'
import { SettingValue } from './setting-value.tsx'

interface SettingFormProps {
  readonly row: SettingRow
  readonly onChanged: () => void
}

export function SettingForm({ row, onChanged }: SettingFormProps) {
  const { t } = useAgent()
  const { settings } = t
  const id = useId()
  const changing = useSettingChange(row, () => {
    // The button that was pressed goes.
    document.getElementById(id)?.focus()
    onChanged()
  })
  const { name, help, allowed } = settings.names[row.name] ?? { name: row.name, help: row.help }
  // What is wrong is said by the agent in English; what would be right is known in every language.
  const faulty = allowed === undefined ? row.fault : settings.allowed(allowed)
  return (
    <form class="form setting" onSubmit={submitting(changing.keepTyped)}>
      <label for={id}>{name}</label>
      <p class="quiet" id={`${id}-help`}>
        {help}
      </p>
      {row.source === 'environment' || !row.changeable ? (
        <p id={id}>
          <strong>{row.value ?? settings.empty}</strong> <span class="quiet">{settings.fixed}</span>
        </p>
      ) : (
        <Changeable row={row} id={id} name={name} changing={changing} />
      )}
      {row.fault !== null && (
        <Notice level="caution" title={settings.faulty}>
          <p>{faulty}</p>
        </Notice>
      )}
      {changing.answer !== null && <SettingOutcome row={row} answer={changing.answer} />}
    </form>
  )
}

interface ChangeableProps {
  readonly row: SettingRow
  readonly id: string
  readonly name: string
  readonly changing: SettingChanging
}

function Changeable({ row, id, name, changing: { typed, isChanged, type, reset } }: ChangeableProps) {
  const { t } = useAgent()
  const { settings } = t
  return (
    <div class="row">
      <SettingValue row={row} id={id} typed={typed} type={type} />
      {isChanged && (
        <button type="submit" class="main" aria-label={settings.saveOf(name)}>
          {settings.save}
        </button>
      )}
      {row.source === 'stored' && !isChanged && (
        <button type="button" aria-label={settings.resetOf(name)} onClick={reset}>
          {settings.reset}
        </button>
      )}
    </div>
  )
}
