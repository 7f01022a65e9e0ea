// The settings, drawn from the agent's own table: what is not known here is shown in the agent's words.
import type { SettingRow } from '../../contract/agent-api.ts'
import { useAgent } from '../agent-context.ts'
import { usePolled } from '../use-polled.ts'
import { Refused } from '../views/notice.tsx'
import { SettingForm } from '../views/setting-form.tsx'

type Group = 'computer' | 'labels' | 'connection' | 'support'

/** In the order in which they are shown. What is in no group is for the support team. */
const GROUP_OF: Readonly<Record<string, Group>> = {
  Language: 'computer',
  ComputerName: 'computer',
  Username: 'computer',
  Email: 'computer',
  SupportAppNumber: 'computer',
  Printers: 'labels',
  LabelSenders: 'labels',
  LabelMedia: 'labels',
  TcpPort: 'labels',
  HubUrl: 'connection',
  LocalAddress: 'connection',
}
const ORDER = Object.keys(GROUP_OF)
const SEEN_AT_ONCE = ['computer'] as const
const FURTHER = ['labels', 'connection', 'support'] as const

export function Settings() {
  const { t, bridge } = useAgent()
  const { data, refusal, again } = usePolled(bridge, { method: 'getSettings', params: null, everyMs: null })
  if (data === null)
    return refusal === null ? <output data-loading>{t.window.loading}</output> : <Refused refusal={refusal} />
  const shown = (group: Group) => <GroupOf key={group} group={group} rows={data} onChanged={again} />
  return (
    <>
      <p>{t.settings.intro}</p>
      {SEEN_AT_ONCE.map(shown)}
      <details class="more">
        <summary>{t.settings.more}</summary>
        <p class="quiet">{t.settings.moreHint}</p>
        {FURTHER.map(shown)}
      </details>
    </>
  )
}

interface GroupProps {
  readonly group: Group
  readonly rows: readonly SettingRow[]
  readonly onChanged: () => void
}

function GroupOf({ group, rows, onChanged }: GroupProps) {
  const { t } = useAgent()
  const own = rows
    .filter(({ name }) => (GROUP_OF[name] ?? 'support') === group)
    .toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))
  return (
    <section class="card" aria-labelledby={`settings-${group}`}>
      <h2 id={`settings-${group}`}>{t.settings.groups[group]}</h2>
      {own.map((row) => (
        <SettingForm key={row.name} row={row} onChanged={onChanged} />
      ))}
    </section>
  )
}
