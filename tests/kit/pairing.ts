// A rig pairs its agents as `agent pair` does, over the control socket; its hub lets everybody in, with any code.
import { setTimeout as delay } from 'node:timers/promises'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { assigned, fingerprintOf } from './agent-jobs.ts'
import type { Pharmacy } from './pharmacy.ts'

const ANY_CODE = 'BCDF-GHJK'
const POLL_MS = 100

/**
 * Resolves once the agent belongs to the rig's pharmacy; asks nothing of one that does already. Tries until the agent
 * and the hub answer, for `limitMs`; then throws what came last.
 */
export async function pairWithRig(controlSocket: string, limitMs = 60_000): Promise<void> {
  const endMs = performance.now() + limitMs
  for (;;) {
    try {
      const { pharmacyId } = await askAgent(controlSocket, 'status', null)
      if (pharmacyId === null)
        await askAgent(controlSocket, 'pair', { code: ANY_CODE, again: false, hubUrl: null })
      return
    } catch (error) {
      if (performance.now() > endMs) throw error
    }
    await delay(POLL_MS)
  }
}

/**
 * Whose agents they are and what the hub assigns is on both disks in the end. Both agents run; the hub is started when it
 * can be told their certificates.
 */
export async function firstAssigned<Hub>(
  { computers: { printer, client }, assign }: Pharmacy,
  startHub: () => Promise<Hub> | Hub,
): Promise<Hub> {
  assign({ printer: await fingerprintOf(printer), client: await fingerprintOf(client) })
  const hub = await startHub()
  await Promise.all([printer, client].map(async ({ controlSocket }) => pairWithRig(controlSocket)))
  await Promise.all([assigned(printer), assigned(client)])
  return hub
}
