// For tests: the store API's endpoints over memory, with two pharmacies that have no computers.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { CustomerDetail, CustomerFields } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { RegistryOperation, OperationResult } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { schedulerApi } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { relayStoreApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { MemoryComputers } from './memory-computers.ts'
import { MemoryJobs } from './memory-jobs.ts'
import { MemoryPrinting } from './memory-printing.ts'
import { MemoryScheduler } from './shop/memory-scheduler.ts'
import { MemoryStaffLog } from './memory-staff-log.ts'
import { MemorySupport } from './memory-support.ts'
import { MemorySupportDesk } from '../pages/testing/memory-support-desk.ts'
import { MemoryTaskFiles } from '../pages/testing/memory-task-files.ts'
import { MemorySupportTasks } from '../pages/testing/memory-support-tasks.ts'

export class MemoryStore {
  readonly customers: CustomerDetail[] = [
    customerOf(1, {
      storeId: 'P-1001',
      name: 'Central',
      email: 'central@example.com',
      phone: '+441234567890',
    }),
    customerOf(2, { storeId: 'P-1002', name: 'Riverside', email: 'riverside@example.com', phone: null }),
  ]
  /** Roles, printers and test labels of the computers that a test gives its pharmacies. */
  readonly printing = new MemoryPrinting(this.customers)
  /** Pairing codes, and who gets in. */
  readonly access = new MemoryComputers(this.customers)
  /** What the computers tell of their labels. */
  readonly jobs = new MemoryJobs(this.customers)
  /** Computers with problems, and histories. */
  readonly support = new MemorySupport(this.customers)
  /** One of each state. */
  readonly supportTasks = new MemorySupportTasks()
  readonly supportDesk = new MemorySupportDesk()
  readonly taskFiles = new MemoryTaskFiles()
  readonly staffLog = new MemoryStaffLog()
  readonly scheduler = new MemoryScheduler()
  lastEventId = 0
  readonly operations: RegistryOperation[] = []
  /** Tokens that are refused although their signature is good. */
  readonly refusedTokens = new Set<string>()
  /** What the list is refused with. */
  refuseList: ProblemError | null = null
  /** Queries of the list, as they arrived. */
  readonly listQueries: unknown[] = []

  handlers(): EndpointHandlers<typeof relayStoreApi & typeof schedulerApi> {
    return {
      listCustomers: async ({ query }) => {
        this.listQueries.push(query)
        if (this.refuseList !== null) throw this.refuseList
        const items = this.customers.filter(
          ({ name, storeId, health }) =>
            (query.health === undefined || query.health === health?.level) &&
            name.toLowerCase().includes(query.name.toLowerCase()) &&
            `${name} ${storeId}`.toLowerCase().includes(query.q.toLowerCase()),
        )
        const { page, pageSize } = query
        return {
          items: items.map(summaryOf),
          total: items.length,
          page,
          pageSize,
          lastEventId: this.lastEventId,
        }
      },
      getCustomer: async ({ params }) => this.#find((one) => one.id === params.customerId),
      getCustomerByStoreId: async ({ params }) => this.#find((one) => one.storeId === params.storeId),
      createCustomer: async ({ body }) => {
        this.#refuseTaken(body.storeId, null)
        const made = customerOf(this.customers.length + 1, body)
        this.customers.push(made)
        return made
      },
      updateCustomer: async ({ params, body, version }) => {
        const customer = this.#find((one) => one.id === params.customerId)
        this.#refuseTaken(body.storeId, customer.id)
        if (version !== customer.version)
          throw new ProblemError('version_stale', 'Somebody else changed this')
        return Object.assign(customer, body, { version: customer.version + 1 })
      },
      setOpeningHours: async ({ params, body }) => {
        const { timeZone, week } = body
        const source = week === null ? 'unknown' : 'set'
        const openingHours = { source, timeZone, week, isOpen: true, learntAt: null } as const
        return Object.assign(
          this.#find((one) => one.id === params.customerId),
          { openingHours },
        )
      },
      registryBatch: async ({ body }) => {
        this.operations.push(...body.operations)
        return { results: body.operations.map(resultOf) }
      },
      signInCustomer: async () => {
        throw new ProblemError('token_invalid', 'E-mail or password is not right')
      },
      registerCustomer: async () => null,
      giveAddressTicket: async () => ({ ticket: null }),
      checkAddress: async () => ({ isProved: false }),
      checkDevice: async () => ({ device: null }),
      findCustomerByPhone: async () => ({ exists: false }),
      ...this.staffLog.handlers(),
      ...this.scheduler.handlers(),
      ...this.jobs.requests(),
      ...this.printing.handlers(),
      ...this.jobs.handlers(),
      ...this.access.handlers(),
      ...this.support.handlers(),
    }
  }

  #find(matches: (customer: CustomerDetail) => boolean): CustomerDetail {
    const found = this.customers.find(matches)
    if (found === undefined) throw new ProblemError('not_found', 'There is no such pharmacy')
    return found
  }

  #refuseTaken(storeId: string, ownId: number | null): void {
    const taken = this.customers.some((one) => one.storeId === storeId && one.id !== ownId)
    if (taken) throw new ProblemError('state_conflict', 'Another pharmacy has this store ID')
  }
}

function customerOf(id: number, fields: CustomerFields): CustomerDetail {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id,
    ...fields,
    computerCount: 0,
    connectedCount: 0,
    version: 1,
    printingVersion: 1,
    createdAt: at,
    updatedAt: at,
    computers: [],
    printerConfig: null,
    openingHours: { source: 'unknown', timeZone: null, week: null, isOpen: true, learntAt: null },
    pairingCodes: [],
    lastEventId: 0,
  }
}

const NOTHING_TO_PRINT: PrinterAssignment = {
  version: 1,
  hash: '0'.repeat(64),
  role: 'None',
  printerName: null,
  tcpPort: null,
  target: null,
  clients: [],
  standby: null,
}

function summaryOf({ id, storeId, name, email, phone, computerCount, connectedCount }: CustomerDetail) {
  return { id, storeId, name, email, phone, computerCount, connectedCount }
}

function resultOf(operation: RegistryOperation): OperationResult {
  const { id } = operation
  if (operation.kind === 'lease') {
    return { id, ok: true, data: { kind: 'lease', leaseUntil: '2026-01-01T00:00:15.000Z', missing: [] } }
  }
  if (operation.kind !== 'open') return { id, ok: true, data: { kind: 'done' } }
  const { sessionId, registration } = operation
  return {
    id,
    ok: true,
    data: {
      kind: 'open',
      sessionId,
      customerId: registration.pharmacyId,
      computerId: 1,
      connSeq: 1,
      deviceKey: 'a'.repeat(64),
      assignment: NOTHING_TO_PRINT,
    },
  }
}
