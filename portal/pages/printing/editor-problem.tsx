// Why a role was not saved, above the editor that still holds what was chosen.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Notice } from '../../views/notice.tsx'
import { asItIsNow } from './role-consequences.ts'

interface EditorProblemProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly problem: ProblemCode | null
  readonly t: Texts
}

export function EditorProblem({ customer, computer, problem, t }: EditorProblemProps) {
  if (problem === null) return null
  if (problem === 'invalid') return <Notice kind="fault">{t.customerForm.faultsTitle}</Notice>
  if (problem === 'device_offline')
    return <Notice kind="fault">{t.printing.wentOffline(computerName(computer))}</Notice>
  if (problem !== 'version_stale') {
    const { title, advice } = t.problems[problem]
    return (
      <Notice kind="fault">
        <strong>{title}.</strong> {advice}
      </Notice>
    )
  }
  return (
    <Notice kind="fault">
      <strong>{t.printing.stale}</strong> {asItIsNow({ customer, computer, t }).join(' ')}{' '}
      {t.printing.saveAgain}
    </Notice>
  )
}
