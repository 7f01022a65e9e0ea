// A computer of the demo joins its pharmacy as real ones do: an Admin makes a pairing code, and the agent pairs with it.
import { setTimeout as delay } from 'node:timers/promises'
import type { AgentStatus } from '../../agent/contract/agent-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { askAgent } from '../../agent/contract/socket-client.ts'
import type { SignedInApi } from './demo-admin.ts'

/** For the first connection and for pairing, in ms. */
const LIMIT_MS = 30_000
const POLL_MS = 100

/** What becomes of an agent next: it is there, it needs a code, the hub does not want it, or it is on its way. */
export type Standing = 'online' | 'unpaired' | 'refused' | 'coming'

export function standingOf({ pharmacyId, hub }: Pick<AgentStatus, 'pharmacyId' | 'hub'>): Standing {
  if (hub.state === 'online') return 'online'
  if (hub.state === 'refused') return hub.code === 'NOT_PAIRED' ? 'unpaired' : 'refused'
  return pharmacyId === null ? 'unpaired' : 'coming'
}

/**
 * Waits until the agent is online, at most 30 s, and pairs it when it belongs to no pharmacy, or to one that does not know
 * it any more. An agent that is paired is asked for nothing. Resolves with words when it does not come online: somebody
 * withdrew its access, say. Throws when the agent or the store API refuses to pair.
 */
export async function joinPharmacy(
  agent: { readonly name: string; readonly controlSocket: string },
  pairingCode: () => Promise<string>,
): Promise<string | null> {
  const endMs = performance.now() + LIMIT_MS
  let isPaired = false
  for (;;) {
    const status = await askAgent(agent.controlSocket, 'status', null)
    const { pharmacyId } = status
    const standing = standingOf(status)
    if (standing === 'online') return null
    if (standing === 'refused' || performance.now() > endMs)
      return `${agent.name} is not online: ${whyOf(status)}`
    if (standing === 'unpaired' && !isPaired) {
      const code = await pairingCode()
      await askAgent(agent.controlSocket, 'pair', { code, again: pharmacyId !== null, hubUrl: null })
      isPaired = true
    }
    await delay(POLL_MS)
  }
}

function whyOf({ hub }: Pick<AgentStatus, 'hub'>): string {
  return 'why' in hub ? hub.why : hub.state
}

/** As in the panel, without asking for approval. Throws ProblemError. */
export async function makePairingCode(store: SignedInApi, customerId: number): Promise<string> {
  const params = { customerId: String(customerId) }
  const call = { params, query: null, body: { needsApproval: false } }
  return (await store.call(storeApi.makePairingCode, call)).code
}
