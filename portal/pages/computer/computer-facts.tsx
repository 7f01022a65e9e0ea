// What a computer says of itself: its agent, memory, addresses, and the number under which support reaches it.
import type { ComponentChildren } from 'preact'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { CopyButton } from '../../views/copy-button.tsx'
import { memoryText } from './memory-text.ts'

interface ComputerFactsProps {
  readonly computer: RelayComputer
  readonly t: Texts
}

/** As a list of terms; what is not known is said to be. */
export function ComputerFacts({ computer, t }: ComputerFactsProps) {
  const p = t.pharmacy
  const { totalRamMb, latencyMs, isOnline, email } = computer
  return (
    <dl class="facts facts-row">
      <Fact label={p.version}>
        <AgentVersion computer={computer} t={t} />
      </Fact>
      <Fact label={p.memory}>
        {totalRamMb === null ? <Unknown t={t} /> : memoryText(t.locale, totalRamMb)}
      </Fact>
      <Fact label={t.computers.localAddress}>
        <bdi>{computer.localIpAddress}</bdi>
      </Fact>
      <Fact label={t.computers.publicAddress}>
        {computer.publicIpAddress === null ? <Unknown t={t} /> : <bdi>{computer.publicIpAddress}</bdi>}
      </Fact>
      <Fact label={p.latency}>
        {latencyMs === null || !isOnline ? <Unknown t={t} /> : p.milliseconds(latencyMs)}
      </Fact>
      <Fact label={p.supportNumber}>
        <SupportNumber computer={computer} t={t} />
      </Fact>
      {email !== '' && (
        <Fact label={t.pharmacies.email}>
          <bdi>{email}</bdi>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** With the mark of an agent that is too old for the hub. */
export function AgentVersion({ computer, t }: ComputerFactsProps) {
  return (
    <span class="with-mark">
      {computer.softwareVersion === '' ? <Unknown t={t} /> : <span>{computer.softwareVersion}</span>}
      {computer.isTooOld && (
        <span class="mark-warning" title={t.pharmacy.tooOldAdvice}>
          {t.pharmacy.tooOld}
        </span>
      )}
    </span>
  )
}

function SupportNumber({ computer, t }: ComputerFactsProps) {
  if (computer.supportAppNumber === null) return <Unknown t={t} />
  return (
    <span class="with-copy">
      <bdi class="digits">{computer.supportAppNumber}</bdi>
      <CopyButton
        value={computer.supportAppNumber}
        thing={`${t.pharmacy.supportNumber}, ${computerName(computer)}`}
        t={t}
      />
    </span>
  )
}

function Unknown({ t }: { readonly t: Texts }) {
  return (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">{t.common.unknown}</span>
    </span>
  )
}
