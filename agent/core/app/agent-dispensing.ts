// The pharmacist at this computer: his sign-in through the gateway, with the key and the pharmacy that the computer has.
import { NEEDS_PAIRING } from '@pharmacy-relay/shared/pairing.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { PrescriptionDrawer } from '../../drawing/prescription/prescription-drawer.ts'
import type { LeveledLogger } from '../logging/json-logger.ts'
import { createGatewayClient } from '../dispensing/gateway-client.ts'
import { createIdentityCalls } from '../dispensing/identity-calls.ts'
import { SignedInPharmacist } from '../dispensing/pharmacist-session.ts'
import { createPharmacyClient, type PharmacyClient } from '../dispensing/pharmacy-client.ts'
import { ScanListener } from '../dispensing/scan-listener.ts'
import { labelPrinter } from '../dispensing/label-printer.ts'
import { PrescriptionDesk } from '../dispensing/prescription-desk.ts'
import { signedBy } from '../keys/prove.ts'
import { requirePart } from '../printing/print-setup.ts'
import type { Relay } from '../relay/relay.ts'
import type { AgentPrinting } from './agent-printing.ts'
import type { AgentSelf } from './agent-self.ts'

export interface AgentDispensingParts {
  readonly agentVersion: string
  readonly clock: Clock
  readonly logger: LeveledLogger
  readonly self: AgentSelf
  readonly relay: Pick<Relay, 'connection'>
  readonly printing: AgentPrinting
}

export interface AgentDispensing {
  readonly pharmacist: SignedInPharmacist
  readonly pharmacy: PharmacyClient
  readonly scans: ScanListener
  readonly desk: PrescriptionDesk
  /** Whoever is signed in is so no longer. */
  stop(): Promise<void>
}

export function createDispensing(parts: AgentDispensingParts): AgentDispensing {
  const { agentVersion, clock, logger, self, printing } = parts
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
    pharmacyId: () => pharmacyHere(parts),
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
  const drawer = new PrescriptionDrawer({ clock })
  return {
    pharmacist,
    pharmacy,
    scans,
    desk: deskOf({ clock, self, printing, pharmacy, drawer }),
    stop: async () => {
      pharmacist.end('computer')
      gateway.stop()
      await drawer.stop()
    },
  }
}

/** Null: this computer is in none, or was shut out. */
function pharmacyHere({ self, relay }: Pick<AgentDispensingParts, 'self' | 'relay'>): number | null {
  const hub = relay.connection()
  const isShutOut = hub.state === 'refused' && NEEDS_PAIRING.has(hub.code)
  return isShutOut ? null : (self.membership.pharmacy?.pharmacyId ?? null)
}

function deskOf({
  clock,
  self,
  printing: { path, standby },
  pharmacy,
  drawer,
}: Pick<AgentDispensingParts, 'clock' | 'self' | 'printing'> & {
  readonly pharmacy: PharmacyClient
  readonly drawer: PrescriptionDrawer
}): PrescriptionDesk {
  return new PrescriptionDesk({
    pharmacy,
    drawer,
    printOnce: async (id, payload) => path.printOnce(id, payload),
    clock,
    printer: () =>
      labelPrinter({
        setup: requirePart(path.setup.now),
        use: standby.use(),
        here: { media: self.settings.values().LabelMedia, language: path.drawnHere() },
        there: (which) => path.link.there(which)?.view()?.now ?? null,
      }),
  })
}
