// Who this computer is: its settings, its installation and pharmacy, its key, and the computers that it knows.
import type { Database } from 'better-sqlite3'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { LeveledLogger } from '../logging/json-logger.ts'
import type { AgentKeys } from '../keys/agent-keys.ts'
import { KeyRotation } from '../keys/key-rotation.ts'
import { KnownPeers } from '../link/peers/known-peers.ts'
import { Membership } from '../pairing/membership.ts'
import { computerTexts } from '../relay/this-computer.ts'
import type { Locations } from '../settings/locations.ts'
import { Settings } from '../settings/settings.ts'

export interface AgentSelfParts {
  readonly environment: Environment
  readonly locations: Locations
  readonly clock: Clock
  readonly logger: LeveledLogger
  readonly database: Database
  readonly installId: string
  readonly keys: AgentKeys
  /** The pharmacy, or the installation, is another one. */
  readonly onMembership: () => void
  /** The key, or what is to follow it, is another one. */
  readonly onKey: () => void
}

export interface AgentSelf {
  readonly settings: Settings
  readonly membership: Membership
  readonly peers: KnownPeers
  readonly rotation: KeyRotation
  /** What this computer's newest assignment says of it and of others. */
  learn(assignment: PrinterAssignment): void
}

export function createSelf(parts: AgentSelfParts): AgentSelf {
  const { environment, locations, clock, logger, database, installId, keys } = parts
  const settings = new Settings({
    database,
    environment,
    computer: computerTexts(locations),
    clock,
    logger: logger.named('settings'),
  })
  const membership = new Membership({
    database,
    installId,
    clock,
    logger: logger.named('pairing'),
    onChange: parts.onMembership,
  })
  const peers = new KnownPeers({ database, clock, logger: logger.named('peers') })
  const rotation = new KeyRotation({
    dataFolder: locations.dataFolder,
    keys,
    clock,
    logger: logger.named('keys'),
    installId: () => membership.installId,
    onChange: parts.onKey,
  })
  return {
    settings,
    membership,
    peers,
    rotation,
    learn: (assignment) => {
      peers.apply(assignment)
      rotation.heard(assignment)
    },
  }
}
