// The whole platform of real programs for the load: people of its own, pharmacies, products, and a way into each program's heap.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { addPharmacies } from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { signInAs } from '../../../../scripts/start/demo-admin.ts'
import { writePrivateFile } from '../../../../scripts/start/demo-file.ts'
import { loopbackUrl, platformEnvironment, type Ports } from '../../../../scripts/start/ports.ts'
import { demoCatalogue } from '../../../../scripts/start/shop/demo-catalogue.ts'
import { startPlatform, STOP_ORDER } from '../../../../scripts/start/platform.ts'
import { Supervisor } from '../../../../scripts/start/supervisor.ts'
import { openStore } from '../../../../scripts/seed/seed-store.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { freePorts } from '../../bench/platform.ts'
import { PHARMACISTS } from './pace.ts'

export interface User {
  readonly email: string
  readonly name: string
  readonly role: UserRole
  readonly password: string
  readonly pharmacyId: number | null
}

export interface SoakPlace {
  readonly dataFolder: string
  readonly logFolder: string
  readonly supervisor: Supervisor
  /** Of each program. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly gatewayUrl: string
  readonly portalUrl: string
  readonly db: StoreDb
  readonly admin: User
  readonly staff: readonly User[]
  readonly pharmacists: readonly User[]
  /** In the order of the pharmacies. */
  readonly customerIds: readonly number[]
  readonly productIds: readonly number[]
  stop(): Promise<void>
}

const STAFF = 8
export const FIRST_STORE = 100_000
/**
 * An inspector in each program, at a port that it says in its log: by it garbage is collected before memory is read. What a program
 * does is not changed by it.
 */
export const INSPECTED = '--inspect=127.0.0.1:0'
/** All the load comes from this computer: what is allowed to one address is here for a thousand. */
const ONE_ADDRESS_FOR_ALL = {
  Gateway__RateLimit__Permit: '20000',
  Gateway__RateLimit__PersonPermit: '20000',
  Gateway__Limits__ConnectionsPerAddress: '2000',
} as const

/** Begins with empty databases, which `stop` removes. Throws with words when a program does not start. */
export async function startSoakPlace(
  {
    pharmacies,
    settings = {},
  }: { readonly pharmacies: number; readonly settings?: Readonly<Record<string, string>> },
  say: (text: string) => void,
): Promise<SoakPlace> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'relay-soak-'))
  const logFolder = path.join(dataFolder, 'logs')
  mkdirSync(logFolder, { mode: 0o700 })
  const ports = await freePorts()
  const supervisor = new Supervisor(say)
  const end = async (): Promise<void> => {
    await supervisor.stopAll(STOP_ORDER)
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  try {
    const people = newPeople(Math.min(PHARMACISTS, pharmacies))
    const environment = { ...environmentOf(dataFolder, { ports, people }), ...settings }
    await startPlatform(supervisor, { environment, logFolder }, say)
    const store = await openStore(dataFolder)
    const customerIds = await addPharmacies(store.db, { first: FIRST_STORE, count: pharmacies })
    checkPharmacies(people.pharmacists, customerIds)
    const gatewayUrl = loopbackUrl(ports.Gateway__Port)
    const productIds = await products(gatewayUrl, people.admin, say)
    const stop = async (): Promise<void> => {
      await store.stop()
      await end()
    }
    const places = { dataFolder, logFolder, gatewayUrl, portalUrl: loopbackUrl(ports.Portal__Port) }
    return { ...places, ...people, supervisor, environment, db: store.db, customerIds, productIds, stop }
  } catch (error) {
    await end()
    throw error
  }
}

interface AllPeople {
  readonly admin: User
  readonly staff: readonly User[]
  readonly pharmacists: readonly User[]
}

function environmentOf(
  dataFolder: string,
  { ports, people: { admin, staff, pharmacists } }: { readonly ports: Ports; readonly people: AllPeople },
) {
  const seedFile = path.join(dataFolder, 'users.json')
  writePrivateFile(seedFile, JSON.stringify([admin, ...staff, ...pharmacists]))
  return {
    ...process.env,
    ...platformEnvironment(ports),
    ...ONE_ADDRESS_FOR_ALL,
    NODE_OPTIONS: INSPECTED,
    Data__Folder: dataFolder,
    Identity__Seed: seedFile,
  }
}

/** Pharmacists are sown before their pharmacies, whose numbers begin with 1 in an empty database. */
function newPeople(pharmacists: number): AllPeople {
  return {
    admin: user('admin', 'Admin', null),
    staff: Array.from({ length: STAFF }, (_, n) =>
      user(`staff-${n}`, n % 2 === 0 ? 'Support' : 'SuperSupport', null),
    ),
    pharmacists: Array.from({ length: pharmacists }, (_, n) => user(`pharmacist-${n}`, 'Pharmacist', n + 1)),
  }
}

function user(name: string, role: UserRole, pharmacyId: number | null): User {
  const password = randomBytes(16).toString('hex')
  return { email: `${name}@soak.example`, name: `The ${name}`, role, password, pharmacyId }
}

function checkPharmacies(pharmacists: readonly User[], customerIds: readonly number[]): void {
  const known = new Set(customerIds)
  const without = pharmacists.find(({ pharmacyId }) => pharmacyId === null || !known.has(pharmacyId))
  if (without !== undefined) throw new Error(`${without.email} has no pharmacy`)
}

async function products(gatewayUrl: string, admin: User, say: (text: string) => void): Promise<number[]> {
  const { store } = await signInAs(gatewayUrl, admin)
  say(await demoCatalogue(store))
  const query = { pageSize: '24', sort: 'bestsellers' } as const
  const { items } = await store.call(storeApi.findProducts, { params: null, query, body: null })
  return items.map(({ id }) => id)
}
