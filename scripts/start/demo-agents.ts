// The demo's agents: one process each, from the bundle, on a loopback address of its own, paired at the first start.
import { joinPharmacy } from './demo-pairing.ts'
import { agentEnvironment, type ReadyPharmacy } from './demo-pharmacies.ts'
import type { Supervisor } from './supervisor.ts'

export interface AgentPlaces {
  readonly bundle: string
  readonly hubUrl: string
  readonly gatewayUrl: string
  readonly labelPort: number
  readonly dataFolder: string
  readonly logFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Makes a new one, as an admin would. */
  readonly pairingCode: (customerId: number) => Promise<string>
}

/** Starts every agent and waits until each is online, or until the hub refused it: the words that are returned say why. */
export async function startAgents(
  supervisor: Supervisor,
  pharmacies: readonly ReadyPharmacy[],
  places: AgentPlaces,
): Promise<{ readonly online: number; readonly faults: readonly string[] }> {
  const { bundle, logFolder, pairingCode } = places
  const starts = pharmacies.flatMap((pharmacy) =>
    pharmacy.plan.computers.map(async (computer) => {
      const own = agentEnvironment(pharmacy, computer, places)
      const environment = { ...places.environment, ...own }
      const name = computer.computerName
      await supervisor.start({ name, args: [bundle, 'run'], environment, logFolder })
      const agent = { name, controlSocket: own.Agent__ControlSocket }
      return joinPharmacy(agent, async () => pairingCode(pharmacy.id))
    }),
  )
  const results = await Promise.allSettled(starts)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  const faults = results.flatMap((result) =>
    result.status === 'fulfilled' && result.value !== null ? [result.value] : [],
  )
  return { online: results.length - faults.length, faults }
}
