// For tests: a pharmacy API with a small list of drugs, patients with prescriptions, and a counter with a label printer.
import { randomUUID } from 'node:crypto'
import { verifierOver } from '@pharmacy-relay/relay-server/auth/token-verifier.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { drugList, GOOD, MEDIA } from '@pharmacy-relay/relay-server/pharmacy-api/test/counter.ts'
import {
  openedPharmacy,
  PATIENT,
  PRESCRIPTION,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import {
  appliedImport,
  serveTestPharmacy,
  startTestPharmacy,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import type { Endpoint, EndpointCall } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { expect, onTestFinished } from 'vitest'
import { assignServer, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { createTestPrinter, type TestPrinter } from '../../agent/test-printer/label-printer.ts'
import { identity, own } from '../platform/address-scene.ts'
import { agentOf } from '../platform/known-agent.ts'

/** A made-up patient with one prescription. */
export interface Drafted {
  readonly name: string
  /** As a person writes it. */
  readonly phone: string
  readonly prescription: Prescription
}

interface Counter {
  readonly agent: InProcessAgent
  readonly printer: TestPrinter
}

/** Within `startScene`. */
export async function startPharmacy(name: string) {
  const site = await startTestPharmacy(name)
  await imported(site)
  const verifier = verifierOver(identity.parts.keys.find)
  const served = await serveTestPharmacy(site.database, site.tokens, { verifier })
  const pharmacist = await openedPharmacy(site, own.id)
  const found = await pharmacist.call(pharmacyApi.searchDrugs, { query: { q: 'doliprane 500' } })
  const drugId = found.items[0]?.id ?? 0
  let phones = 10
  return {
    /** As somebody at another computer of the pharmacy asks. */
    call: async <E extends Endpoint>(entry: E, input: Partial<EndpointCall<E>>, version?: number) =>
      pharmacist.call(entry, input, version),
    draft: async (patientName: string, changes: Partial<typeof PRESCRIPTION> = {}): Promise<Drafted> => {
      const phone = `0532 765 43 ${(phones += 1)}`
      const body = { ...PATIENT, name: patientName, phone }
      const { id: patientId } = await pharmacist.call(pharmacyApi.createPatient, { body })
      const content = { ...PRESCRIPTION, drug: 'Paracetamol 500 mg', drugId, ...changes }
      const prescription = await pharmacist.call(pharmacyApi.createPrescription, {
        body: { ...content, patientId, requestId: randomUUID() },
      })
      return { name: patientName, phone, prescription }
    },
    /** A computer asked for its label and ended before it printed it. */
    lostLabel: async ({ id: prescriptionId }: Prescription): Promise<void> => {
      const params = { prescriptionId }
      await pharmacist.call(pharmacyApi.checkPack, { params, body: { scan: GOOD } })
      const asked = { requestId: randomUUID(), media: MEDIA }
      const { label } = await pharmacist.call(pharmacyApi.requestLabel, { params, body: asked })
      const at = new Date().toISOString()
      const reasons = [reason('label_not_made', {})]
      const outcome = { jobId: randomUUID(), state: 'failed', evidence: null, reasons, at } as const
      await pharmacist.call(pharmacyApi.putLabelOutcome, { params: { labelId: label.id }, body: outcome })
    },
    stateOf: async ({ id }: Prescription): Promise<Prescription['state']> =>
      (await pharmacist.call(pharmacyApi.getPrescription, { params: { prescriptionId: id } })).state,
    /** A PrinterComputer whose window may be a browser. */
    counterAt: async (address: string): Promise<Counter> => {
      const printer = createTestPrinter()
      await printer.start()
      onTestFinished(() => printer.stop())
      const printers = `tcp:127.0.0.1:${printer.rawPort}`
      const place = { address, days: 8, browserSignIn: true, pharmacyUrl: served.baseUrl, printers }
      const agent = await agentOf(place)
      expect(await assignServer(agent, printers)).toMatchObject({ state: 'applied' })
      return { agent, printer }
    },
    stop: async (): Promise<void> => {
      await served.stop()
      await site.stop()
    },
  }
}

const MOST_TRIES = 5

/** An import that gave no word for 15 s is given up, as on a computer with too much to do; a person begins it again. */
async function imported(site: TestPharmacyApi, tries = MOST_TRIES): Promise<void> {
  try {
    await appliedImport(site, drugList())
  } catch (error) {
    if (tries === 1) throw error
    await imported(site, tries - 1)
  }
}

export type TestCounters = Awaited<ReturnType<typeof startPharmacy>>
