// Printing in the demo from its first start: one computer gets the test printer, others print through it.
import { setTimeout as delay } from 'node:timers/promises'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { SignedInApi } from './demo-admin.ts'
import { printerIdOf, type PrintingPlan, type ReadyPharmacy } from './demo-pharmacies.ts'

const CLIENT = 2
const APPLIED_LIMIT_MS = 15_000
/** Well below the gateway's 100 requests in 10 s. */
const POLL_MS = 200

/**
 * Assigns as an admin would in the panel, but only where nobody has ever changed printing, and waits until every device
 * has applied. Where that fails the demo goes on without, and the words that are returned say why.
 */
export async function assignPrinters(
  store: SignedInApi,
  pharmacies: readonly ReadyPharmacy[],
  labelPort: number,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const pharmacy of pharmacies) {
    try {
      const customer = await customerOf(store, pharmacy.id)
      const { printing } = pharmacy.plan
      if (printing !== null && isUntouched(customer))
        await assign(store, customer, { printing, printerId: printerIdOf(pharmacy, labelPort), labelPort })
      faults.push(...(await notApplied(store, pharmacy.id)))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      faults.push(`${pharmacy.plan.name} has no printer yet: ${textOf(error)}. Assign it in the panel.`)
    }
  }
  return faults
}

/** A second start keeps what people changed, also when they took every role away. */
export function isUntouched(
  customer: Pick<CustomerDetail, 'printingVersion' | 'printerConfig' | 'computers'>,
): boolean {
  const { printingVersion, printerConfig, computers } = customer
  return printingVersion === 1 && printerConfig === null && computers.every(({ role }) => role === 0)
}

export async function customerOf(store: SignedInApi, customerId: number): Promise<CustomerDetail> {
  const call = { params: { customerId: String(customerId) }, query: null, body: null }
  return store.call(storeApi.getCustomer, call)
}

interface Assignment {
  readonly printing: PrintingPlan
  readonly printerId: string
  readonly labelPort: number
}

async function assign(store: SignedInApi, customer: CustomerDetail, plan: Assignment): Promise<void> {
  const params = { customerId: String(customer.id) }
  const computerId = idOf(customer, plan.printing.printerComputer)
  const asked = { params, query: null, body: { computerId } }
  const { answer: printers } = await store.call(storeApi.ListPrintersAsync, asked)
  if (!printers.some(({ id }) => id === plan.printerId))
    throw new ProblemError(
      'state_conflict',
      `${plan.printing.printerComputer} does not list ${plan.printerId}`,
    )
  const body = { computerId, printerName: plan.printerId, tcpPort: plan.labelPort }
  const config = { params, query: null, body }
  let { version } = await store.call(storeApi.savePrinterConfig, config, customer.printingVersion)
  for (const name of plan.printing.clients) {
    const computer = { ...params, computerId: String(idOf(customer, name)) }
    const call = { params: computer, query: null, body: { role: CLIENT } } as const
    version = (await store.call(storeApi.setRole, call, version)).version
  }
}

function idOf({ computers }: CustomerDetail, name: string): number {
  const computer = computers.find(({ pcName }) => pcName === name)
  if (computer === undefined) throw new ProblemError('not_found', `there is no ${name}`)
  return computer.id
}

/** Waits at most 15 s; one line for each connected computer with a role that has not applied it by then. */
async function notApplied(store: SignedInApi, customerId: number): Promise<string[]> {
  const endMs = performance.now() + APPLIED_LIMIT_MS
  for (;;) {
    const { computers } = await customerOf(store, customerId)
    const lines = computers.map(appliedFault).filter((line) => line !== null)
    if (lines.length === 0 || performance.now() > endMs) return lines
    await delay(POLL_MS)
  }
}

function appliedFault(computer: CustomerDetail['computers'][number]): string | null {
  const { pcName, role, isOnline, assignment } = computer
  if (role === 0 || !isOnline || assignment?.state === 'applied') return null
  const why = assignment?.failure?.reason ?? assignment?.state ?? 'never connected'
  return `${pcName} has not taken over its role: ${why}.`
}

function textOf({ code, message, errors }: ProblemError): string {
  const fields = errors.map(({ path, message: text }) => `${path} ${text}`)
  return [`${message} (${code})`, ...fields].join('; ')
}
