// The demo's two pharmacies: made through the gateway as an admin would make them, their agents started one process each.
import path from 'node:path'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { roleName } from '@pharmacy-relay/shared/device-role.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { SignedInApi } from './demo-admin.ts'
import type { DemoPharmacy } from './demo-file.ts'
import { socketPath } from './socket-path.ts'

interface DemoComputerPlan {
  readonly computerName: string
  readonly username: string
  readonly address: string
  readonly supportAppNumber: string
}
export interface PrintingPlan {
  readonly printerComputer: string
  readonly clients: readonly string[]
}
interface DemoPharmacyPlan {
  readonly storeId: string
  readonly name: string
  readonly email: string
  readonly phone: string
  /** The test printer that stands for the pharmacy's label printer, and its loopback address. */
  readonly printer: { readonly name: string; readonly address: string }
  readonly computers: readonly DemoComputerPlan[]
  /** What the first start assigns; null leaves it to whoever tries the panel. */
  readonly printing: PrintingPlan | null
}

export const PHARMACIES: readonly DemoPharmacyPlan[] = [
  {
    storeId: 'P-1001',
    name: 'Central Pharmacy',
    email: 'hello@central.example',
    phone: '+442079460101',
    printer: { name: 'central-printer', address: '127.0.1.31' },
    printing: { printerComputer: 'DISPENSARY', clients: ['COUNTER-1', 'COUNTER-2'] },
    computers: [
      {
        computerName: 'COUNTER-1',
        username: 'till1',
        address: '127.0.1.11',
        supportAppNumber: '418 220 731',
      },
      {
        computerName: 'COUNTER-2',
        username: 'till2',
        address: '127.0.1.12',
        supportAppNumber: '418 220 732',
      },
      {
        computerName: 'DISPENSARY',
        username: 'dispensary',
        address: '127.0.1.13',
        supportAppNumber: '418 220 733',
      },
    ],
  },
  {
    storeId: 'P-1002',
    name: 'Riverside Pharmacy',
    email: 'hello@riverside.example',
    phone: '+442079460102',
    printer: { name: 'riverside-printer', address: '127.0.1.32' },
    printing: null,
    computers: [
      {
        computerName: 'FRONT-DESK',
        username: 'front',
        address: '127.0.1.21',
        supportAppNumber: '530 114 902',
      },
      {
        computerName: 'BACK-OFFICE',
        username: 'office',
        address: '127.0.1.22',
        supportAppNumber: '530 114 903',
      },
    ],
  },
]

/** A pharmacy that exists. */
export interface ReadyPharmacy {
  readonly id: number
  readonly plan: DemoPharmacyPlan
}

/** Finds or creates both pharmacies. Throws ProblemError. */
export async function readyPharmacies(store: SignedInApi): Promise<ReadyPharmacy[]> {
  const api = customersApi(store)
  const ready: ReadyPharmacy[] = []
  for (const plan of PHARMACIES) ready.push({ id: await findOrCreate(api, plan), plan })
  return ready
}

interface CustomersApi {
  idOf(storeId: string): Promise<number | null>
  create(plan: DemoPharmacyPlan): Promise<number>
}

function customersApi(store: SignedInApi): CustomersApi {
  return {
    idOf: async (storeId) => {
      const call = { params: { storeId }, query: null, body: null }
      const found = await store.call(storeApi.getCustomerByStoreId, call).catch(nullWhenNotFound)
      return found?.id ?? null
    },
    create: async ({ storeId, name, email, phone }) => {
      const call = { params: null, query: null, body: { storeId, name, email, phone } }
      return (await store.call(storeApi.createCustomer, call)).id
    },
  }
}

async function findOrCreate(api: CustomersApi, plan: DemoPharmacyPlan): Promise<number> {
  return (await api.idOf(plan.storeId)) ?? (await api.create(plan))
}

function nullWhenNotFound(error: unknown): null {
  if (error instanceof ProblemError && error.code === 'not_found') return null
  throw error
}

/** The pharmacy's test printer as its computers name it. */
export function printerIdOf({ plan }: ReadyPharmacy, labelPort: number): string {
  return `tcp:${plan.printer.address}:${labelPort}`
}

/** How the demo file describes a pharmacy, with roles and ports as they are now. */
export function describePharmacy(
  { id, plan }: ReadyPharmacy,
  customer: Pick<CustomerDetail, 'computers'>,
  labelPort: number,
): DemoPharmacy {
  const computers = plan.computers.map(({ computerName, address }) => {
    const found = customer.computers.find(({ pcName }) => pcName === computerName)
    return {
      computerName,
      role: roleName(found?.role ?? 0),
      rawHost: address,
      tcpPort: found?.tcpPort ?? labelPort,
    }
  })
  return { id, storeId: plan.storeId, name: plan.name, computers }
}

/** The settings of one agent of a pharmacy, as environment variables; which pharmacy, it learns when it is paired. */
export function agentEnvironment(
  pharmacy: ReadyPharmacy,
  computer: DemoComputerPlan,
  places: {
    readonly hubUrl: string
    readonly gatewayUrl: string
    readonly dataFolder: string
    readonly labelPort: number
  },
): Record<string, string> & { readonly Agent__ControlSocket: string } {
  const dataFolder = path.join(places.dataFolder, 'agents', computer.computerName.toLowerCase())
  return {
    Agent__HubUrl: places.hubUrl,
    // Pairing says it too; computers that were paired before it did would not know.
    Agent__GatewayUrl: places.gatewayUrl,
    // The demo has no tray, whose window alone a pharmacist signs in at otherwise.
    Agent__BrowserSignIn: 'true',
    Agent__ComputerName: computer.computerName,
    Agent__Username: computer.username,
    Agent__LocalAddress: computer.address,
    Agent__Email: pharmacy.plan.email,
    Agent__SupportAppNumber: computer.supportAppNumber,
    Agent__TcpPort: String(places.labelPort),
    // On every computer, so that the printer can be moved from one to the other.
    Agent__Printers: printerIdOf(pharmacy, places.labelPort),
    Agent__DataFolder: dataFolder,
    Agent__ControlSocket: socketPath(path.join(dataFolder, 'agent.sock')),
  }
}
