// The real relay hub of a rig: one pharmacy, to which everybody belongs who comes, on this computer's loopback addresses.
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { OpenRequest, Registry } from '@pharmacy-relay/relay-server/hub/registry/registry.ts'
import { createRelayHub, type RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import { DEFAULT_HUB_SETTINGS, type HubSettings } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { deviceKeyOf } from './programs.ts'

const LEASE_MS = 15_000

/** What a rig's registry does in its own way. */
export type RigRegistry = Pick<Registry, 'open'> & Partial<Registry>

export interface RigHubOptions {
  readonly settings?: HubSettings
  readonly logger?: Logger
}

/** `server` is the caller's. */
export function createRigHub(
  server: Server,
  registry: RigRegistry,
  { settings = DEFAULT_HUB_SETTINGS, logger = silentLogger }: RigHubOptions = {},
): RelayHub {
  return createRelayHub({
    server,
    settings,
    clock: systemClock,
    logger,
    registry: { ...registryOfAll(), ...registry },
    clientAddress: (request) => request.socket.remoteAddress ?? '',
    // Agents find it behind proxies.
    isKnownAs: (audience) => audience.startsWith('127.'),
    random: systemRandom(),
  })
}

/** The answer to a device that came: it belongs to the pharmacy that it names, and its key follows from its name. */
export function openedAs(
  { sessionId, registration: { computerName, pharmacyId } }: OpenRequest,
  computerId: number,
  assignment: PrinterAssignment,
) {
  return {
    kind: 'open' as const,
    sessionId,
    computerId,
    assignment,
    customerId: pharmacyId,
    connSeq: 1,
    deviceKey: deviceKeyOf(computerName),
  }
}

/** Pairs with any code, keeps nothing, and finds its leases in order. */
function registryOfAll(): Omit<Registry, 'open'> {
  return {
    hubId: randomUUID(),
    pair: async () => ({ state: 'paired', pharmacyId: 1, pharmacyName: 'Rig Pharmacy' }),
    close: async () => undefined,
    nudge: async () => undefined,
    silent: async () => undefined,
    report: async () => undefined,
    lease: async () => ({
      kind: 'lease',
      missing: [],
      leaseUntil: new Date(Date.now() + LEASE_MS).toISOString(),
    }),
  }
}
