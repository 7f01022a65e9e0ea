// The pharmacist at this computer: his sign-in through the gateway, with the key and the pharmacy that the computer has.
import { NEEDS_PAIRING } from '@pharmacy-relay/shared/pairing.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { LeveledLogger } from '../logging/json-logger.ts'
import { createGatewayClient } from '../dispensing/gateway-client.ts'
import { createIdentityCalls } from '../dispensing/identity-calls.ts'
import { SignedInPharmacist } from '../dispensing/pharmacist-session.ts'
import { createPharmacyClient, type PharmacyClient } from '../dispensing/pharmacy-client.ts'
import { ScanListener } from '../dispensing/scan-listener.ts'
import { signedBy } from '../keys/prove.ts'
import type { Relay } from '../relay/relay.ts'
import type { AgentSelf } from './agent-self.ts'

export interface AgentDispensingParts {
  readonly agentVersion: string
  readonly clock: Clock
  readonly logger: LeveledLogger
  readonly self: AgentSelf
  readonly relay: Pick<Relay, 'connection'>
}

export interface AgentDispensing {
  readonly pharmacist: SignedInPharmacist
  readonly pharmacy: PharmacyClient
  readonly scans: ScanListener
  /** Whoever is signed in is so no longer. */
  stop(): void
}

export function createDispensing(parts: AgentDispensingParts): AgentDispensing {
  const { agentVersion, clock, logger, self, relay } = parts
  const gateway = createGatewayClient({
    gatewayUrl: () => self.settings.values().GatewayUrl,
    localAddress: () => self.settings.values().LocalAddress,
  })
  const prove = (text: string) => {
    const key = self.rotation.identity()
    return { certificate: key.pem, signature: signedBy(key, text) }
  }
  const pharmacist: SignedInPharmacist = new SignedInPharmacist({
    onChange: (isSignedIn) => (isSignedIn ? scans.start() : scans.stop()),
    identity: createIdentityCalls({ gateway, agentVersion, prove }),
    pharmacyId: () => {
      const hub = relay.connection()
      const isShutOut = hub.state === 'refused' && NEEDS_PAIRING.has(hub.code)
      return isShutOut ? null : (self.membership.pharmacy?.pharmacyId ?? null)
    },
    clock,
    logger: logger.named('dispensing'),
  })
  const pharmacy = createPharmacyClient({ gateway, pharmacist })
  const scans = new ScanListener({
    pharmacy: pharmacy.quiet,
    clock,
    computerName: () => self.settings.values().ComputerName ?? 'computer',
    logger: logger.named('scans'),
  })
  return {
    pharmacist,
    pharmacy,
    scans,
    stop: () => {
      pharmacist.end('computer')
      gateway.stop()
    },
  }
}
