// How a computer gets into a pharmacy: with a code, on the first page of one that is in none, and on the pharmacy's.
import type { PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import { useAgent } from '../agent-context.ts'
import { Notice } from './notice.tsx'
import { PairForm } from './pair-form.tsx'

interface FirstTimeProps {
  readonly onPaired?: (answer: PairingAnswer) => void
}

export function FirstTime({ onPaired = () => undefined }: FirstTimeProps) {
  const { t, status } = useAgent()
  const { windowPages, agent } = t
  return (
    <section class="card" aria-label={windowPages.pairing.pair}>
      {status?.hub.state === 'refused' && <Notice level="caution" title={agent.pairAgain} />}
      <p>{windowPages.pairing.intro}</p>
      <PairForm again={false} onPaired={onPaired} />
    </section>
  )
}
