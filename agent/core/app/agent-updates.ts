// Updates as a part of the agent: what they need to know of it.
import type { KeyObject } from 'node:crypto'
import type { AgentSelf } from './agent-self.ts'
import type { Relay } from '../relay/relay.ts'
import { publisherKeys } from '../updates/signature.ts'
import { Updates, type UpdatesParts } from '../updates/updates.ts'

interface AgentUpdatesParts extends Pick<UpdatesParts, 'launcher' | 'clock' | 'random' | 'logger'> {
  readonly agentVersion: string
  readonly locations: { readonly dataFolder: string }
  readonly self: AgentSelf
  readonly relay: Relay
}

export function createUpdates({ self, relay, ...parts }: AgentUpdatesParts): Updates {
  const { settings, membership } = self
  return new Updates({
    ...parts,
    version: parts.agentVersion,
    dataFolder: parts.locations.dataFolder,
    keys: settings.values().UpdateKey ?? builtIn(),
    address: () => settings.values().UpdateUrl,
    localAddress: () => settings.values().LocalAddress,
    installId: () => membership.installId,
    isOnline: () => relay.connection().state === 'online',
    platform: `${process.platform}-${process.arch}`,
    node: process.versions.node,
    logger: parts.logger.named('updates'),
  })
}

/** Put in by scripts/build/build-agent.ts, which leaves no environment variable to ask at run time. */
function builtIn(): KeyObject[] {
  return publisherKeys(process.env['AGENT_UPDATE_KEYS'] ?? '')
}
