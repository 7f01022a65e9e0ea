// The demo's agents: one process each, from the bundle, on a loopback address of its own.
import { agentEnvironment, type ReadyPharmacy } from './demo-pharmacies.ts'
import type { Supervisor } from './supervisor.ts'

/** Longest wait for an agent's first registration, in ms. */
const ONLINE_LIMIT_MS = 30_000

/** Starts every agent and waits until each is registered. Returns how many. */
export async function startAgents(
  supervisor: Supervisor,
  pharmacies: readonly ReadyPharmacy[],
  places: {
    readonly bundle: string
    readonly hubUrl: string
    readonly labelPort: number
    readonly dataFolder: string
    readonly logFolder: string
    readonly environment: Readonly<Record<string, string | undefined>>
  },
): Promise<number> {
  const starts = pharmacies.flatMap((pharmacy) =>
    pharmacy.plan.computers.map(async (computer) => {
      const environment = { ...places.environment, ...agentEnvironment(pharmacy, computer, places) }
      const name = computer.computerName
      await supervisor.start({ name, args: [places.bundle, 'run'], environment, logFolder: places.logFolder })
      await supervisor.told(name, 'online', ONLINE_LIMIT_MS)
    }),
  )
  const results = await Promise.allSettled(starts)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return results.length
}
