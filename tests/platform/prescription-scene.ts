// For tests: a pharmacy API beside the scene of addresses, Pia signed in at real agents with printers, and the steps of a prescription.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { verifierOver } from '@pharmacy-relay/relay-server/auth/token-verifier.ts'
import { PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import {
  openedPharmacy,
  PATIENT,
  PRESCRIPTION,
  type TestPharmacist,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import {
  serveTestPharmacy,
  startTestPharmacy,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import { LOOKS_APART_MS } from '../../agent/core/spool/rules/doubt-rule.ts'
import { readPng } from '../../agent/drawing/prescription/test/read-png.ts'
import { assignServer, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { createTestPrinter, type TestPrinter } from '../../agent/test-printer/label-printer.ts'
import { PIA, identity, own, startScene, stopScene } from './address-scene.ts'
import { agentOf } from './known-agent.ts'

let site: TestPharmacyApi
/** The same for the tokens of identity. */
export let pharmacy: TestPharmacyApi
export let pia: TestPharmacist

/** `name`: of its database. */
export async function startPrescriptionScene(name: string): Promise<void> {
  await startScene()
  site = await startTestPharmacy(name)
  const verifier = verifierOver(identity.parts.keys.find)
  pharmacy = await serveTestPharmacy(site.database, site.tokens, { verifier })
  pia = await openedPharmacy(site, own.id)
}

export async function stopPrescriptionScene(): Promise<void> {
  await pharmacy.stop()
  await site.stop()
  await stopScene()
}

let phones = 0

/** A made-up patient with a draft; `phone` as a person writes it. */
export async function drafted(name: string, drug = PRESCRIPTION.drug) {
  const phone = `0532 123 45 ${String((phones += 1)).padStart(2, '0')}`
  const patient = await pia.call(pharmacyApi.createPatient, { body: { ...PATIENT, name, phone } })
  const body = { ...PRESCRIPTION, drug, patientId: patient.id, requestId: randomUUID() }
  return { phone, patient, prescription: await pia.call(pharmacyApi.createPrescription, { body }) }
}

export async function printerOf(): Promise<TestPrinter> {
  const printer = createTestPrinter()
  await printer.start()
  onTestFinished(() => printer.stop())
  return printer
}

export interface Counter {
  readonly agent: InProcessAgent
  readonly printer: TestPrinter
}

/** Pia is signed in at a PrinterComputer. */
export async function counterAt(
  address: string,
  more: { readonly dataFolder?: string } = {},
): Promise<Counter> {
  const printer = await printerOf()
  const printers = `tcp:127.0.0.1:${printer.rawPort}`
  const agent = await agentOf({ address, days: 8, pharmacyUrl: pharmacy.baseUrl, printers, ...more })
  expect(await assignServer(agent, printers)).toMatchObject({ state: 'applied' })
  await signIn(agent)
  return { agent, printer }
}

export const signIn = async (agent: InProcessAgent) => agent.ask('signIn', { email: PIA, password: PASSWORD })

export const checked = async (agent: Pick<InProcessAgent, 'ask'>, prescription: string) =>
  agent.ask('checkPack', { prescription, skippedBecause: 'not_listed' })

/** As the printer drew what came out last. */
export async function drawnBy({ httpPort, roll }: TestPrinter) {
  const n = roll.entries().at(-1)?.n ?? 0
  const reply = await fetch(`http://127.0.0.1:${httpPort}/labels/${n}.png`)
  expect(reply.status).toBe(200)
  return readPng(new Uint8Array(await reply.arrayBuffer()))
}

export const outOf = async ({ roll }: TestPrinter, count = 1) =>
  until('the label is out', () => roll.entries().length === count)

/** Of which a PrinterComputer learns what its printer speaks, and so what proves a label. */
export const KNOWN_AFTER = 3

export async function knownCounterAt(address: string): Promise<Counter> {
  const counter = await counterAt(address)
  for (let n = 1; n <= KNOWN_AFTER; n += 1) {
    await sendLabel(counter.agent, `^XA^FO50,50^A0N,30,30^FDlabel ${n}^FS^XZ`)
    await outOf(counter.printer, n)
  }
  // A reading counts once a label that broke off could no longer arrive; the next label is proved by the counter of then.
  await delay(LOOKS_APART_MS + 1_500)
  await counter.agent.ask('doctor', null)
  return counter
}

/** The printer says so while nothing is sent, and the agent has heard it. */
export async function paperOut({ agent, printer }: Counter): Promise<void> {
  await printer.faults.set({ paperOut: true })
  await agent.ask('doctor', null)
}

/** A label of a prescription of its own was asked for. */
export async function asked({ agent }: Counter, name: string) {
  const { prescription } = await drafted(name)
  await checked(agent, prescription.id)
  const request = { prescription: prescription.id, requestId: randomUUID() }
  const printed = await inTheEnd(async () => agent.ask('printPrescription', request))
  return { ...printed, id: prescription.id }
}

export const read = async (prescriptionId: string) =>
  pia.call(pharmacyApi.getPrescription, { params: { prescriptionId } })

/** The label of the prescription, at the pharmacy API. */
export async function says(prescription: string, state: RegExp) {
  const label = async () => (await read(prescription)).labels[0]
  await until(`the label says ${state}`, async () => state.test((await label())?.state ?? ''))
  return label()
}

/** Of the drawing, and of the whole answer. */
const TOO_LATE: readonly string[] = ['upstream_timeout', 'device_timeout']

/** On a machine that does much else a drawing may come too late for whoever asked; the same request makes no second label. */
export async function inTheEnd<T>(ask: () => Promise<T>): Promise<T> {
  const answers: T[] = []
  await until('an answer', async () => {
    try {
      answers.push(await ask())
    } catch (error) {
      if (!(error instanceof ProblemError) || !TOO_LATE.includes(error.code)) throw error
    }
    return answers.length > 0
  })
  return answers[0] as T
}
