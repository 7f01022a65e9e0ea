// The first page: whether labels come out, what to do if not, and what this computer is.
import type { AgentStatus } from '../../contract/agent-api.ts'
import { useAgent } from '../agent-context.ts'
import { FirstTime } from '../views/first-time.tsx'
import { ComputerFacts } from './overview/computer-facts.tsx'
import { SummaryCard } from './overview/summary-card.tsx'
import { HelpNews } from './overview/help-news.tsx'
import { LastLabel } from './overview/last-label.tsx'
import { Pause } from './overview/pause.tsx'
import { StandbyInUse } from './overview/standby.tsx'
import { TestLabel } from './overview/test-label.tsx'

export function Overview() {
  const { status } = useAgent()
  if (status === null) return null
  return (
    <>
      <HelpNews status={status} />
      <SummaryCard status={status} />
      {status.pharmacyId === null && <FirstTime />}
      {hasPart(status) && <StandbyInUse standby={status.printing.standby ?? null} />}
      {hasPart(status) && (
        <section class="card actions">
          <TestLabel status={status} />
          <Pause isPaused={(status.printing.pausedUntil ?? null) !== null} />
        </section>
      )}
      {hasPart(status) && <LastLabel label={status.printing.lastLabel} />}
      <ComputerFacts status={status} />
    </>
  )
}

/** Before it, everything about labels would only stand in the way of the one thing to do. */
function hasPart({ pharmacyId, printing }: AgentStatus): boolean {
  return pharmacyId !== null && printing.role !== 'None'
}
