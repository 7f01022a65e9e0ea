// The pharmacist at this computer: his sign-in through the gateway, with the key and the pharmacy that the computer has.
import type { Database } from 'better-sqlite3'
import { NEEDS_PAIRING } from '@pharmacy-relay/shared/pairing.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { PrescriptionDrawer } from '../../drawing/prescription/prescription-drawer.ts'
import type { LeveledLogger } from '../logging/json-logger.ts'
import { createGatewayClient } from '../dispensing/gateway-client.ts'
import { createIdentityCalls } from '../dispensing/identity-calls.ts'
import { SignedInPharmacist } from '../dispensing/pharmacist-session.ts'
import { createPharmacyClient, type PharmacyClient } from '../dispensing/pharmacy-client.ts'
import { LabelOutcomes } from '../dispensing/label-outcomes.ts'
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
  readonly database: Database
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
  readonly outcomes: LabelOutcomes
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
    onChange: (isSignedIn) => {
      if (isSignedIn) scans.start()
      else scans.stop()
      if (isSignedIn) outcomes.signedIn()
      else outcomes.signedOut()
      drawer.forget()
    },
    identity: createIdentityCalls({ gateway, agentVersion, prove }),
    pharmacyId: () => pharmacyHere(parts),
    clock,
    logger: logger.named('dispensing'),
  })
  const pharmacy = createPharmacyClient({ gateway, pharmacist })
  const scans = scansOf(parts, pharmacy)
  const outcomes = outcomesOf(parts, pharmacy)
  const drawer = new PrescriptionDrawer({ clock })
  return {
    pharmacist,
    pharmacy,
    scans,
    outcomes,
    desk: deskOf({ clock, self, printing, pharmacy, drawer, outcomes }),
    stop: async () => {
      pharmacist.end('computer')
      gateway.stop()
      await Promise.all([outcomes.stop(), drawer.stop()])
    },
  }
}

/** Null: this computer is in none, or was shut out. */
function pharmacyHere({ self, relay }: Pick<AgentDispensingParts, 'self' | 'relay'>): number | null {
  const hub = relay.connection()
  const isShutOut = hub.state === 'refused' && NEEDS_PAIRING.has(hub.code)
  return isShutOut ? null : (self.membership.pharmacy?.pharmacyId ?? null)
}

function scansOf({ clock, self, logger }: AgentDispensingParts, { quiet }: PharmacyClient): ScanListener {
  return new ScanListener({
    pharmacy: quiet,
    clock,
    computerName: () => self.settings.values().ComputerName ?? 'computer',
    logger: logger.named('scans'),
  })
}

function outcomesOf(parts: AgentDispensingParts, { quiet }: PharmacyClient): LabelOutcomes {
  const { database, clock, logger, printing } = parts
  const { spool } = printing.path
  return new LabelOutcomes({
    database,
    pharmacy: quiet,
    pharmacyId: () => pharmacyHere(parts),
    trace: async (ref) => spool.trace(ref),
    withdraw: async (jobId) => spool.actions.cancel(jobId, 'label_withdrawn'),
    clock,
    logger: logger.named('outcomes'),
  })
}

function deskOf({
  clock,
  self,
  printing: { path, standby },
  pharmacy,
  drawer,
  outcomes,
}: Pick<AgentDispensingParts, 'clock' | 'self' | 'printing'> & {
  readonly pharmacy: PharmacyClient
  readonly drawer: PrescriptionDrawer
  readonly outcomes: LabelOutcomes
}): PrescriptionDesk {
  return new PrescriptionDesk({
    pharmacy,
    drawer,
    owe: (labelId) => outcomes.owe(labelId),
    jobOf: async (id) => path.jobOf(id),
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
