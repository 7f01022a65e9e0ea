// What became of a pairing, as a person reads it.
import type { PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import { agentEn } from '@pharmacy-relay/shared/texts/en/agent.ts'

export function pairedText({ state, pharmacyName }: PairingAnswer): string {
  const paired = `Paired with ${pharmacyName}.`
  return state === 'waiting' ? `${paired}\n${agentEn.waiting}\n` : `${paired} See: agent status\n`
}
