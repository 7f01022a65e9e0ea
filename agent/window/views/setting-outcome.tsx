// What became of a setting that was changed: from when on it is used, or what is possible instead.
import type { SettingChange, SettingRow } from '../../contract/agent-api.ts'
import { useAgent } from '../agent-context.ts'
import type { Answer, Refusal } from '../bridge.ts'
import { Notice, Said } from './notice.tsx'

interface SettingOutcomeProps {
  readonly row: SettingRow
  readonly answer: Answer<'setSetting'>
}

export function SettingOutcome({ row, answer }: SettingOutcomeProps) {
  return answer.ok ? <Kept change={answer.data} /> : <NotKept row={row} refusal={answer} />
}

function Kept({ change: { effect } }: { readonly change: SettingChange }) {
  const { t } = useAgent()
  return <Notice level={effect === 'now' ? 'good' : 'caution'} title={t.settings.saved[effect]} />
}

function NotKept({ row, refusal }: { readonly row: SettingRow; readonly refusal: Refusal }) {
  const { t } = useAgent()
  const allowed = t.settings.names[row.name]?.allowed
  return (
    <Notice level="bad" title={t.settings.refused}>
      {allowed === undefined ? (
        <p>
          <Said refusal={refusal} />
        </p>
      ) : (
        <p>{t.settings.allowed(allowed)}</p>
      )}
    </Notice>
  )
}
