// What `agent status` is told, gathered from every part.
import { MAX_PEER_ALARMS, type AgentStatus, type PrintingStatus } from '../../contract/agent-api.ts'
import type { AgentKeys } from '../keys/agent-keys.ts'
import type { KeyRotation } from '../keys/key-rotation.ts'
import type { KnownPeers } from '../link/peers/known-peers.ts'
import type { Membership } from '../pairing/membership.ts'
import type { Relay } from '../relay/relay.ts'
import type { Settings } from '../settings/settings.ts'

export interface AgentStatusParts {
  readonly agentVersion: string
  readonly dataFolder: string
  readonly startedAt: string
  readonly keys: AgentKeys
  readonly rotation: KeyRotation
  readonly peers: KnownPeers
  readonly settings: Settings
  readonly membership: Membership
  readonly relay: Relay
  readonly printing: PrintingStatus
  readonly help: AgentStatus['help']
}

export function agentStatus(parts: AgentStatusParts): AgentStatus {
  const { agentVersion, dataFolder, startedAt, membership } = parts
  const { ComputerName, HubUrl, Language } = parts.settings.values()
  return {
    agentVersion,
    dataFolder,
    startedAt,
    pid: process.pid,
    installId: membership.installId,
    computerName: ComputerName ?? '',
    pharmacyId: membership.pharmacy?.pharmacyId ?? null,
    pharmacyName: membership.pharmacy?.pharmacyName ?? null,
    hubUrl: HubUrl,
    hub: parts.relay.connection(),
    hubAheadMs: parts.relay.hubAheadMs(),
    printing: parts.printing,
    keys: { store: parts.keys.store, fingerprint: parts.rotation.identity().fingerprint },
    language: Language,
    help: parts.help,
    peerAlarms: parts.peers.alarms().slice(0, MAX_PEER_ALARMS),
  }
}
