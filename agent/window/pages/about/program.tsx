// What runs here, what keeps it running, which version is kept, and what support asks for on the telephone.
import type { AgentProgram } from '../../../contract/program.ts'
import type { AgentStatus } from '../../../contract/agent-api.ts'
import type { Texts } from '../../texts.ts'
import { useAgent } from '../../agent-context.ts'
import { usePolled } from '../../use-polled.ts'
import { Facts, type Fact } from '../../views/facts.tsx'
import { dayAndTime } from '../../views/times.ts'

/** It changes with an installation or an update only, and the operating system is asked each time. */
const PROGRAM_POLL_MS = 30_000

export function Program() {
  const { t, status, bridge } = useAgent()
  const { about } = t.windowPages
  const { data } = usePolled(bridge, { method: 'program', params: null, everyMs: PROGRAM_POLL_MS })
  if (status === null) return null
  const facts = [
    ...runningFacts(status, t),
    ...(data === null ? [] : programFacts(data, t)),
    ...placeFacts(status, t),
  ]
  return (
    <section class="card" aria-labelledby="program">
      <h2 id="program">{about.product}</h2>
      <Facts facts={facts} />
      <p class="quiet">{about.licence}</p>
    </section>
  )
}

function runningFacts(
  { agentVersion, startedAt }: AgentStatus,
  { locale, windowPages: { about } }: Texts,
): Fact[] {
  return [
    [about.version, agentVersion],
    [about.since, dayAndTime(locale, startedAt)],
  ]
}

function programFacts(
  { startedBy, service, previous, updatesOff, lastUpdate }: AgentProgram,
  t: Texts,
): Fact[] {
  const { about } = t.windowPages
  return [
    [about.startedBy, about.starters[startedBy]],
    ...(service === null ? [] : [[about.service, serviceText(service, t)] as const]),
    [about.kept, previous ?? about.keptNone],
    [about.updatesCome, updatesOff === null ? about.comeByThemselves : t.updates.off[updatesOff]],
    [about.lastUpdate, lastUpdateText(lastUpdate, t)],
  ]
}

function serviceText(
  service: NonNullable<AgentProgram['service']>,
  { windowPages: { about } }: Texts,
): string {
  if (!service.isInstalled) return about.notInstalled
  return about.installed(service)
}

function lastUpdateText(last: AgentProgram['lastUpdate'], t: Texts): string {
  const { about } = t.windowPages
  if (last === null) return about.noUpdate
  if (last.kind === 'other') return about.otherUpdate
  const { version, before } = last
  if (last.kind === 'proving') return about.proving(version, before)
  if (last.kind === 'taken') return about.taken(version, before)
  return `${about.left(version, before, dayAndTime(t.locale, last.at))} ${t.updates.faults[last.code]}`
}

function placeFacts(
  { computerName, installId, dataFolder, keys }: AgentStatus,
  { windowPages: { about } }: Texts,
): Fact[] {
  return [
    [about.computer, computerName],
    [about.installation, installId],
    [about.folder, dataFolder],
    [about.keys, about.keyStores[keys.store]],
  ]
}
