// The handlers of the store API's endpoint table; each hands parsed values to the part that does the work.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../http/endpoint-router.ts'
import {
  approveComputer,
  removeComputer,
  renameComputer,
  restoreComputer,
  revokeComputer,
} from './access/computer-access.ts'
import { moveComputer } from './access/move-computer.ts'
import { recordExport } from './audit/list-exports.ts'
import { listStaffOperations } from './audit/staff-log.queries.ts'
import { recordForeignOperations } from './audit/foreign-operations.ts'
import { listStaffs } from './audit/staffs.queries.ts'
import { newIdentity } from './conflicts/new-identity.ts'
import { createCustomer, updateCustomer } from './customers/customer-changes.ts'
import { readCustomer } from './customers/customer-detail.queries.ts'
import { addressHandlers, type LoginWithIpAddress } from './addresses/address-tickets.ts'
import { withoutSessions, type EndDeviceSessions } from './addresses/device-sessions.ts'
import { registerCustomer, type MakeAccount } from './customers/customer-registration.ts'
import type { CustomerSignIn } from './customers/customer-sign-in.ts'
import { findCustomerByPhone } from './customers/find-by-phone.queries.ts'
import { listCustomers } from './customers/customer-list.queries.ts'
import { makeAndSendCode } from './customers/pairing-code-sms.ts'
import { withdrawPairingCodes } from './customers/pairing-codes.ts'
import type { SendSms } from './sms/sms-sender.ts'
import { deviceHandlers } from './device-requests/device-handlers.ts'
import { codeOutcome } from './enrolment/code-outcome.queries.ts'
import { jobCounters, pharmacyLabels } from './jobs/job-counters.ts'
import { searchEverywhere } from './panel-search/search-everywhere.ts'
import { setOpeningHours } from './opening-hours/set-hours.ts'
import { lastPrinters } from './printing/printers.queries.ts'
import { changePrinting } from './printing/printing-changes.ts'
import { applyBatch, type RegistryParts } from './registry/batch.ts'
import type { HubSockets } from './store-hub/hub-sockets.ts'
import { shopHandlers, type ShopParts } from './shop/shop-endpoints.ts'
import { computerHistory } from './support/computer-history.ts'
import { searchComputers } from './support/computer-search.ts'
import { schedulerHandlers } from './scheduler/scheduler-endpoints.ts'
import type { Scheduler } from './scheduler/scheduler.ts'
import { listProblems } from './support/problem-list.ts'
import { supportDeskHandlers } from './support-desk/desk-endpoints.ts'
import { supportTaskHandlers } from './support-tasks/task-endpoints.ts'

/** What the handlers work with. */
export interface StoreParts
  extends RegistryParts, Pick<ShopParts, 'shop' | 'wrongCodes' | 'drawer' | 'payments'> {
  readonly sockets: HubSockets
  readonly scheduler: Scheduler
  readonly signInCustomer: CustomerSignIn
  readonly makeAccount: MakeAccount
  readonly loginWithIpAddress: LoginWithIpAddress
  readonly endDeviceSessions: EndDeviceSessions
  readonly sendSms: SendSms
}

type Handlers = EndpointHandlers<typeof storeApi>

export function storeHandlers(parts: StoreParts): Handlers {
  const { db } = parts
  return {
    ...customerHandlers(parts),
    ...accessHandlers(parts),
    ...printingHandlers(parts),
    ...deviceHandlers(parts),
    ...addressHandlers(parts),
    ...shopHandlers(parts),
    ...schedulerHandlers(parts),
    ...supportTaskHandlers(db),
    ...supportDeskHandlers(db, parts.scheduler.timeZone),
    jobCounters: ({ params }) => jobCounters(db, params),
    pharmacyLabels: ({ params }) => pharmacyLabels(db, params.customerId),
    listProblems: ({ query }) => listProblems(db, query),
    searchComputers: ({ query }) => searchComputers(db, query),
    searchEverywhere: ({ query, caller }) => searchEverywhere(db, caller, query.q),
    computerHistory: ({ params }) => computerHistory(db, params),
    registryBatch: ({ body }) => applyBatch(body, parts),
    listStaffOperations: ({ query }) => listStaffOperations(db, query),
    signInCustomer: ({ body, clientAddress }) => parts.signInCustomer(body, clientAddress),
    registerCustomer: ({ body }) => registerCustomer(parts, body),
    findCustomerByPhone: ({ query }) => findCustomerByPhone(db, query.phone),
    listStaffs: () => listStaffs(db),
    recordExport: ({ body, caller }) => recordExport(db, caller, body),
    recordForeignOperations: ({ body }) => recordForeignOperations(db, body.records),
  }
}

function customerHandlers(parts: StoreParts) {
  const { db } = parts
  return {
    listCustomers: ({ query }) => listCustomers(db, query),
    getCustomer: ({ params }) => readCustomer(db, { id: params.customerId }),
    getCustomerByStoreId: ({ params }) => readCustomer(db, { storeId: params.storeId }),
    createCustomer: ({ body, caller }) => createCustomer(db, caller, body),
    updateCustomer: ({ params, body, caller, version }) =>
      updateCustomer(db, caller, { customerId: params.customerId, version, fields: body }),
    setOpeningHours: ({ params, body, caller }) => setOpeningHours(db, caller, { ...params, ...body }),
    makePairingCode: ({ params, body, caller }) => makeAndSendCode(parts, caller, { ...params, ...body }),
    getPairingCode: ({ params }) => codeOutcome(db, params),
    withdrawPairingCodes: ({ params, caller }) => withdrawPairingCodes(parts, caller, params.customerId),
  } satisfies Partial<Handlers>
}

function accessHandlers(parts: StoreParts) {
  return {
    approveComputer: ({ params, caller }) => approveComputer(parts, caller, params),
    revokeComputer: ({ params, caller }) =>
      withoutSessions(parts, params, () => revokeComputer(parts, caller, params)),
    restoreComputer: ({ params, caller }) => restoreComputer(parts, caller, params),
    removeComputer: ({ params, caller }) =>
      withoutSessions(parts, params, () => removeComputer(parts, caller, params)),
    renameComputer: ({ params, body, caller }) => renameComputer(parts, caller, { ...params, ...body }),
    moveComputer: ({ params, body, caller }) =>
      withoutSessions(parts, params, () =>
        moveComputer(parts, caller, { ...params, targetId: body.customerId }),
      ),
    newIdentity: ({ params, body, caller }) => newIdentity(parts, caller, { ...params, ...body }),
  } satisfies Partial<Handlers>
}

function printingHandlers(parts: StoreParts) {
  return {
    setRole: ({ params, body, caller, version }) =>
      changePrinting(parts, caller, {
        customerId: params.customerId,
        version,
        change: { kind: 'role', computerId: params.computerId, role: body.role },
      }),
    lastPrinters: ({ params }) => lastPrinters(parts.db, params),
    savePrinterConfig: ({ params, body, caller, version }) =>
      changePrinting(parts, caller, {
        customerId: params.customerId,
        version,
        change: { kind: 'printer', ...body },
      }),
    saveStandby: ({ params, body, caller, version }) =>
      changePrinting(parts, caller, {
        customerId: params.customerId,
        version,
        change: { kind: 'standby', standby: body.standby },
      }),
    useFirstPrinter: ({ params, caller, version }) =>
      changePrinting(parts, caller, {
        customerId: params.customerId,
        version,
        change: { kind: 'first_again' },
      }),
  } satisfies Partial<Handlers>
}
