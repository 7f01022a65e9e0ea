// Which pharmacy this computer belongs to, how it gets into one, and the computers that it exchanges labels with.
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import { NEEDS_PAIRING, type PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { FirstTime } from '../views/first-time.tsx'
import { Notice } from '../views/notice.tsx'
import { PairForm } from '../views/pair-form.tsx'
import { Peers } from '../views/peers.tsx'
import { TestLabel } from './overview/test-label.tsx'

export function Pairing() {
  const { status } = useAgent()
  const [paired, setPaired] = useState<PairingAnswer | null>(null)
  // Who comes because of a certificate finds it first, and its place stays while they are here.
  const [hasAlarm] = useState((status?.peerAlarms ?? []).length > 0)
  if (status === null) return null
  const { hub, pharmacyId } = status
  const isShutOut = hub.state === 'refused' && NEEDS_PAIRING.has(hub.code)
  const needsCode = pharmacyId === null || isShutOut
  return (
    <>
      {paired !== null && <Paired answer={paired} />}
      {needsCode && paired === null && <FirstTime onPaired={setPaired} />}
      {hasAlarm && <Peers />}
      <Membership />
      {!needsCode && <Again onPaired={setPaired} />}
      {pharmacyId !== null && !hasAlarm && <Peers />}
    </>
  )
}

interface WithForm {
  readonly onPaired: (answer: PairingAnswer) => void
}

/** What comes next, as the agent hears of it. */
function Paired({ answer }: { readonly answer: PairingAnswer }) {
  const { t, status } = useAgent()
  const { pairing } = t.windowPages
  const isWaiting = status?.hub.state === 'refused' && status.hub.code === 'NOT_APPROVED'
  const hasRole = status !== null && status.printing.role !== 'None'
  const next = isWaiting ? t.agent.waiting : hasRole ? pairing.readyNext : pairing.roleNext
  return (
    <section class="card" aria-label={t.window.pages.pairing}>
      <Notice level="good" title={pairing.paired(answer.pharmacyName)}>
        <p>{next}</p>
      </Notice>
      {hasRole && !isWaiting && <TestLabel status={status} />}
    </section>
  )
}

function Membership() {
  const { t, status } = useAgent()
  const { pairing } = t.windowPages
  if (status === null) return null
  const { pharmacyName, computerName, hubUrl, keys } = status
  return (
    <section class="card" aria-label={t.window.overview.what}>
      <dl class="facts">
        <dt>{pairing.belongs}</dt>
        <dd>{pharmacyName ?? pairing.none}</dd>
        <dt>{pairing.computer}</dt>
        <dd>{computerName}</dd>
        <dt>{pairing.hubOf}</dt>
        <dd>{hubUrl ?? pairing.notSet}</dd>
        <dt>{pairing.certificate}</dt>
        <dd>
          <span class="digits">{groupedFingerprint(keys.fingerprint)}</span>
          <p class="quiet">{pairing.certificateHint}</p>
        </dd>
      </dl>
    </section>
  )
}

function Again({ onPaired }: WithForm) {
  const { t } = useAgent()
  const { pairing } = t.windowPages
  return (
    <details class="card">
      <summary>{pairing.again}</summary>
      <p>{pairing.againText}</p>
      <PairForm again onPaired={onPaired} />
    </details>
  )
}
