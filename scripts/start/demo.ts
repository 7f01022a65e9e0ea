// The demo on top of the platform: test printers, two pharmacies with their agents, and who prints where.
import { signInAs, type SignedInApis } from './demo-admin.ts'
import { startAgents } from './demo-agents.ts'
import { demoCounter } from './counter/counter.ts'
import { demoRule } from './counter/cross-sale.ts'
import { givePharmacy } from './counter/pharmacist.ts'
import { assignPrinters, customerOf } from './demo-assignment.ts'
import { demoDrugs } from './demo-drugs.ts'
import type { DemoFile, DemoUser } from './demo-file.ts'
import { makePairingCode } from './demo-pairing.ts'
import { describePharmacy, readyPharmacies } from './demo-pharmacies.ts'
import type { DemoPorts } from './demo-ports.ts'
import { demoPrinters, startTestPrinters } from './demo-printers.ts'
import { demoCatalogue, knownPrinter } from './shop/demo-catalogue.ts'
import { PICTURE_PAUSE_MS, demoPictures, wantsPictures } from './shop/demo-pictures.ts'
import type { Supervisor } from './supervisor.ts'

export interface DemoParts {
  readonly ports: DemoPorts
  readonly portalUrl: string
  readonly gatewayUrl: string
  readonly admin: DemoUser
  /** Of Central Pharmacy, the first one. */
  readonly pharmacist: DemoUser
  /** File of the bundled agent. */
  readonly bundle: string
  readonly dataFolder: string
  readonly logFolder: string
  readonly say: (text: string) => void
  /** What goes on after the start ends. */
  readonly stopping: AbortSignal
}

/** Returns once agents are online and print, or once it has said why they do not. Throws with words. */
export async function startDemo(
  supervisor: Supervisor,
  parts: DemoParts,
): Promise<Pick<DemoFile, 'pharmacies' | 'testPrinters'>> {
  const { dataFolder, logFolder, say } = parts
  const labelPort = parts.ports.Demo__LabelPort
  const hasPictures = wantsPictures(process.env)
  const testPrinters = demoPrinters(parts.ports)
  const places = { dataFolder, logFolder, environment: { ...process.env } }
  await startTestPrinters(supervisor, testPrinters, places)
  say(`  ${String(testPrinters.length)} printers    ready`)
  const { identity, store, pharmacy } = await signInAs(parts.gatewayUrl, parts.admin)
  const drugs = demoDrugs(pharmacy)
  const catalogue = demoCatalogue(store)
  const pharmacies = await readyPharmacies(store)
  const [central] = pharmacies
  if (central !== undefined) await givePharmacy(identity, parts.pharmacist, central.id)
  const { online, faults } = await startAgents(supervisor, pharmacies, {
    ...places,
    bundle: parts.bundle,
    hubUrl: parts.portalUrl,
    gatewayUrl: parts.gatewayUrl,
    labelPort,
    pairingCode: async (customerId) => makePairingCode(store, customerId),
  })
  say(`  ${String(online)} agents      online`)
  for (const fault of faults) say(`  ${fault}`)
  for (const fault of await assignPrinters(store, pharmacies, labelPort)) say(`  ${fault}`)
  say(`  ${await drugs}`)
  say(`  ${await demoRule(pharmacy)}`)
  say(`  ${await demoCounter(parts.gatewayUrl, parts.pharmacist)}`)
  say(`  ${await catalogue}`)
  const untold = await knownPrinter(parts.gatewayUrl, parts.pharmacist)
  if (untold !== null) say(`  ${untold}`)
  if (hasPictures) void addPictures(store, parts)
  const described = pharmacies.map(async (pharmacy) =>
    describePharmacy(pharmacy, await customerOf(store, pharmacy.id), labelPort),
  )
  return { pharmacies: await Promise.all(described), testPrinters }
}

/** Nobody waits for them: the pages are whole without, too. */
async function addPictures(
  store: SignedInApis['store'],
  { stopping, say }: Pick<DemoParts, 'stopping' | 'say'>,
): Promise<void> {
  try {
    await demoPictures(store, { signal: stopping, pauseMs: PICTURE_PAUSE_MS })
  } catch (error) {
    if (!stopping.aborted) say(`Some products have no picture: ${String(error)}`)
  }
}
