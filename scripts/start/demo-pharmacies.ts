// The demo's two pharmacies: made through the gateway as an admin would make them, their agents started one process each.
import path from 'node:path'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { socketPath } from './socket-path.ts'
import { readPrivateFile, writePrivateFile, type DemoPharmacy, type DemoUser } from './demo-file.ts'

interface DemoComputerPlan {
  readonly computerName: string
  readonly username: string
  readonly address: string
  readonly supportAppNumber: string
}
interface DemoPharmacyPlan {
  readonly storeId: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly computers: readonly DemoComputerPlan[]
}

export const PHARMACIES: readonly DemoPharmacyPlan[] = [
  {
    storeId: 'P-1001',
    name: 'Central Pharmacy',
    email: 'hello@central.example',
    phone: '+442079460101',
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

/** A pharmacy that exists, with the key that its agents enrol with. */
export interface ReadyPharmacy {
  readonly id: number
  readonly plan: DemoPharmacyPlan
  readonly enrolmentKey: string
}

const KeyFile = z.record(z.string(), z.strictObject({ id: z.int(), enrolmentKey: z.string() }))

/** Finds or creates both pharmacies; keys of an earlier start are kept, so that agents find their pharmacy again. */
export async function readyPharmacies(parts: {
  readonly gatewayUrl: string
  readonly admin: DemoUser
  readonly dataFolder: string
}): Promise<ReadyPharmacy[]> {
  const api = await adminApi(parts.gatewayUrl, parts.admin)
  const file = path.join(parts.dataFolder, 'demo-keys.json')
  const kept = readPrivateFile(file, KeyFile) ?? {}
  const ready: ReadyPharmacy[] = []
  for (const plan of PHARMACIES) {
    const id = await findOrCreate(api, plan)
    const known = kept[plan.storeId]
    const enrolmentKey = known?.id === id ? known.enrolmentKey : await api.renewKey(id)
    ready.push({ id, plan, enrolmentKey })
  }
  const keys = Object.fromEntries(
    ready.map(({ id, plan, enrolmentKey }) => [plan.storeId, { id, enrolmentKey }]),
  )
  writePrivateFile(file, `${JSON.stringify(keys, null, 2)}\n`)
  return ready
}

interface AdminApi {
  idOf(storeId: string): Promise<number | null>
  create(plan: DemoPharmacyPlan): Promise<number>
  renewKey(customerId: number): Promise<string>
}

async function adminApi(gatewayUrl: string, admin: DemoUser): Promise<AdminApi> {
  const client = (prefix: string) =>
    createApiClient({ baseUrl: gatewayUrl + prefix, timeoutMs: 10_000, headers: () => Promise.resolve({}) })
  const body = { email: admin.email, password: admin.password }
  const { tokens } = await client('/Identity').call(
    identityApi.signIn,
    { params: null, query: null, body },
    { token: null },
  )
  const store = client('/Store')
  const as = { token: tokens.accessToken }
  return {
    idOf: async (storeId) => {
      const call = { params: { storeId }, query: null, body: null }
      const found = await store.call(storeApi.getCustomerByStoreId, call, as).catch(nullWhenNotFound)
      return found?.id ?? null
    },
    create: async ({ storeId, name, email, phone }) => {
      const call = { params: null, query: null, body: { storeId, name, email, phone } }
      return (await store.call(storeApi.createCustomer, call, as)).id
    },
    renewKey: async (customerId) => {
      const call = { params: { customerId: String(customerId) }, query: null, body: null }
      return (await store.call(storeApi.renewEnrolmentKey, call, as)).enrolmentKey
    },
  }
}

async function findOrCreate(api: AdminApi, plan: DemoPharmacyPlan): Promise<number> {
  return (await api.idOf(plan.storeId)) ?? (await api.create(plan))
}

function nullWhenNotFound(error: unknown): null {
  if (error instanceof ProblemError && error.code === 'not_found') return null
  throw error
}

/** How the demo file describes a pharmacy. */
export function describePharmacy({ id, plan }: ReadyPharmacy): DemoPharmacy {
  const computers = plan.computers.map(({ computerName, address }) => ({
    computerName,
    role: 'None' as const,
    rawHost: address,
    tcpPort: DEFAULT_PRINTER_PORT,
  }))
  return { id, storeId: plan.storeId, name: plan.name, computers }
}

/** The settings of one agent of a pharmacy, as environment variables. */
export function agentEnvironment(
  pharmacy: ReadyPharmacy,
  computer: DemoComputerPlan,
  places: { readonly hubUrl: string; readonly dataFolder: string },
): Record<string, string> {
  const dataFolder = path.join(places.dataFolder, 'agents', computer.computerName.toLowerCase())
  return {
    Agent__HubUrl: places.hubUrl,
    Agent__EnrolmentKey: pharmacy.enrolmentKey,
    Agent__PharmacyId: String(pharmacy.id),
    Agent__ComputerName: computer.computerName,
    Agent__Username: computer.username,
    Agent__LocalAddress: computer.address,
    Agent__Email: pharmacy.plan.email,
    Agent__SupportAppNumber: computer.supportAppNumber,
    Agent__DataFolder: dataFolder,
    Agent__ControlSocket: socketPath(path.join(dataFolder, 'agent.sock')),
  }
}
