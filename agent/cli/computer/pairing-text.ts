// What became of a pairing and what comes next, as a person reads it.
import type { PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import { agentEn } from '@pharmacy-relay/shared/texts/en/agent.ts'

const ROLE_NEXT = `Next, the support team chooses its role in the panel, unless it has one already.
See: agent status`

export function pairedText({ state, pharmacyName }: PairingAnswer): string {
  return `Paired with ${pharmacyName}.\n${state === 'waiting' ? agentEn.waiting : ROLE_NEXT}\n`
}
