// The endpoints of the store API: the relay panel, the registry of hubs, the staff log; shop and support tasks stand beside it.
import { z } from 'zod'
import { IdText, StoreId } from '../ids.ts'
import { STAFF_ROLES } from '../user-role.ts'
import { deviceEndpoints } from '../hub/device-requests.ts'
import { endpoint, pageOf, type EndpointTable } from './endpoint.ts'
import { COMPUTER, CUSTOMER, PANEL, computerParams, customerParams } from './panel-paths.ts'
import {
  ComputerMove,
  ComputerPrinters,
  ComputerRename,
  CustomerDetail,
  CustomerFields,
  CustomerListQuery,
  CustomerSummary,
  MadePairingCode,
  NewIdentityRequest,
  PairingCodeOutcome,
  PairingCodeRequest,
  PrinterConfigChange,
  PrintingSaved,
  RoleChange,
  StandbyChange,
} from './relay-panel.ts'
import { JobCounters, PharmacyLabels } from '../labels/job-counters.ts'
import { readerOf } from '../wire.ts'
import { shopApi } from './shop/shop-api.ts'
import { MAX_BATCH_BYTES, RegistryBatch, RegistryBatchReply } from './relay-registry.ts'
import { openingHoursApi } from '../opening-hours/opening-hours-api.ts'
import { panelSearchApi } from './panel-search.ts'
import { supportApi } from './relay-support.ts'
import { schedulerApi } from './scheduler.ts'
import { staffHistoryApi } from './staff-history.ts'
import { storeAddressesApi } from './store-addresses.ts'
import { storeCustomersApi } from './store-customers.ts'
import { helpApi } from './support/help.ts'
import { supportDeskApi } from './support/desk-api.ts'
import { taskFilesApi } from './support/task-files-api.ts'
import { supportTasksApi } from './support/support-tasks-api.ts'

/** What the panel, hubs and other services ask for; the endpoints of shop and scheduler are not among it. */
export const relayStoreApi = {
  listCustomers: endpoint({
    method: 'GET',
    path: `${PANEL}/customers`,
    summary: 'List all pharmacies with connected device counts',
    access: STAFF_ROLES,
    query: CustomerListQuery,
    reply: { status: 200, schema: pageOf(CustomerSummary).extend({ lastEventId: z.int().min(0) }) },
  }),
  getCustomer: endpoint({
    method: 'GET',
    path: CUSTOMER,
    summary: 'All computers of a pharmacy',
    access: STAFF_ROLES,
    params: customerParams,
    reply: { status: 200, schema: CustomerDetail },
  }),
  getCustomerByStoreId: endpoint({
    method: 'GET',
    path: `${PANEL}/stores/{storeId}`,
    summary: 'The same, found by the store ID that people use (P-1042)',
    access: STAFF_ROLES,
    params: z.strictObject({ storeId: StoreId }),
    reply: { status: 200, schema: CustomerDetail },
  }),
  createCustomer: endpoint({
    method: 'POST',
    path: `${PANEL}/customers`,
    summary: 'Create a pharmacy',
    access: ['Admin'],
    body: CustomerFields,
    reply: { status: 201, schema: CustomerDetail },
    refusals: ['state_conflict'],
  }),
  updateCustomer: endpoint({
    method: 'PUT',
    path: CUSTOMER,
    summary: 'Change a pharmacy; identical content changes nothing',
    access: ['Admin'],
    params: customerParams,
    body: CustomerFields,
    versioned: true,
    reply: { status: 200, schema: CustomerDetail },
    refusals: ['state_conflict'],
  }),
  makePairingCode: endpoint({
    method: 'POST',
    path: `${CUSTOMER}/pairing-codes`,
    summary: 'Make a pairing code for one computer of the pharmacy: shown once, good for 10 minutes',
    access: ['Admin'],
    recentSignIn: true,
    params: customerParams,
    body: PairingCodeRequest,
    reply: { status: 201, schema: MadePairingCode },
    refusals: ['state_conflict'],
  }),
  getPairingCode: endpoint({
    method: 'GET',
    path: `${CUSTOMER}/pairing-codes/{codeId}`,
    summary: 'What became of a pairing code; not_found once its row is used for another',
    access: ['Admin'],
    params: customerParams.extend({ codeId: IdText }),
    reply: { status: 200, schema: PairingCodeOutcome },
  }),
  withdrawPairingCodes: endpoint({
    method: 'DELETE',
    path: `${CUSTOMER}/pairing-codes`,
    summary: 'End every pairing code of the pharmacy that nobody has used yet',
    access: ['Admin'],
    params: customerParams,
    reply: { status: 200, schema: CustomerDetail },
  }),
  approveComputer: endpoint({
    method: 'POST',
    path: `${COMPUTER}/approval`,
    summary: 'Let a computer in that was paired with a code that asks for approval',
    access: ['Admin'],
    recentSignIn: true,
    params: computerParams,
    reply: { status: 200, schema: CustomerDetail },
    refusals: ['state_conflict'],
  }),
  revokeComputer: endpoint({
    method: 'POST',
    path: `${COMPUTER}/revocation`,
    summary:
      'Withdraw the access of a computer: its sessions end within 2 s; a new pairing code lets it in again',
    access: ['Admin'],
    recentSignIn: true,
    params: computerParams,
    reply: { status: 200, schema: CustomerDetail },
    refusals: ['state_conflict'],
  }),
  restoreComputer: endpoint({
    method: 'POST',
    path: `${COMPUTER}/restoration`,
    summary:
      'Let a computer in again whose access was withdrawn: with its key, name and role; its agent asks again within 20 min',
    access: ['Admin'],
    recentSignIn: true,
    params: computerParams,
    reply: { status: 200, schema: CustomerDetail },
    refusals: ['state_conflict'],
  }),
  removeComputer: endpoint({
    method: 'DELETE',
    path: COMPUTER,
    summary: 'Remove a computer, its history and its printer configuration',
    access: ['Admin'],
    recentSignIn: true,
    params: computerParams,
    reply: { status: 200, schema: CustomerDetail },
  }),
  renameComputer: endpoint({
    method: 'PUT',
    path: `${COMPUTER}/display-name`,
    summary:
      'Give a computer the name under which the panel shows it; null is the one of the computer itself',
    access: ['Admin'],
    params: computerParams,
    body: ComputerRename,
    reply: { status: 200, schema: CustomerDetail },
  }),
  moveComputer: endpoint({
    method: 'POST',
    path: `${COMPUTER}/move`,
    summary: 'Move a computer to another pharmacy: its role ends, labels that wait on it are held',
    access: ['Admin'],
    recentSignIn: true,
    params: computerParams,
    body: ComputerMove,
    reply: { status: 200, schema: CustomerDetail },
    refusals: ['state_conflict'],
  }),
  newIdentity: endpoint({
    method: 'POST',
    path: `${COMPUTER}/new-identity`,
    summary: 'Make the one of two computers with one identity a computer of its own',
    access: ['Admin'],
    recentSignIn: true,
    params: computerParams,
    body: NewIdentityRequest,
    reply: { status: 200, schema: CustomerDetail },
    refusals: ['state_conflict'],
  }),
  setRole: endpoint({
    method: 'PUT',
    path: `${COMPUTER}/role`,
    summary:
      'Give a computer the role None or Client; the role it has already changes nothing. If-Match is printingVersion',
    access: ['Admin'],
    recentSignIn: true,
    params: computerParams,
    body: RoleChange,
    versioned: true,
    reply: { status: 200, schema: PrintingSaved },
    refusals: ['state_conflict'],
  }),
  lastPrinters: endpoint({
    method: 'GET',
    path: `${COMPUTER}/printers`,
    summary: 'The printers that a computer reported last',
    access: STAFF_ROLES,
    params: computerParams,
    reply: { status: 200, schema: ComputerPrinters },
  }),
  savePrinterConfig: endpoint({
    method: 'POST',
    path: `${CUSTOMER}/printer-config`,
    summary:
      'Make a computer the PrinterComputer with this printer and port, and tell all devices of the pharmacy. If-Match is printingVersion',
    access: ['Admin'],
    recentSignIn: true,
    params: customerParams,
    body: PrinterConfigChange,
    versioned: true,
    reply: { status: 200, schema: PrintingSaved },
    refusals: ['device_offline'],
  }),
  saveStandby: endpoint({
    method: 'PUT',
    path: `${CUSTOMER}/standby`,
    summary:
      'Choose the standby printer of the pharmacy, at another computer than the PrinterComputer, or take it away. If-Match is printingVersion',
    access: ['Admin'],
    recentSignIn: true,
    params: customerParams,
    body: StandbyChange,
    versioned: true,
    reply: { status: 200, schema: PrintingSaved },
    refusals: ['device_offline', 'state_conflict'],
  }),
  useFirstPrinter: endpoint({
    method: 'POST',
    path: `${CUSTOMER}/standby/first-again`,
    summary:
      'Have the computers of the pharmacy use the first printer again; one that is still away is left once more after its time. If-Match is printingVersion',
    access: ['Admin'],
    params: customerParams,
    versioned: true,
    reply: { status: 200, schema: PrintingSaved },
    refusals: ['state_conflict'],
  }),
  pharmacyLabels: endpoint({
    method: 'GET',
    path: `${CUSTOMER}/labels`,
    summary: 'The labels of a pharmacy by the hour of the last 30 days',
    access: STAFF_ROLES,
    params: customerParams,
    reply: { status: 200, schema: PharmacyLabels },
  }),
  jobCounters: endpoint({
    method: 'GET',
    path: `${COMPUTER}/job-counters`,
    summary: 'What became of the labels of a computer within 24 hours and 90 days',
    access: STAFF_ROLES,
    params: computerParams,
    reply: { status: 200, schema: JobCounters },
  }),
  ...deviceEndpoints,
  ...supportApi,
  ...openingHoursApi,
  ...panelSearchApi,
  registryBatch: endpoint({
    method: 'POST',
    path: '/api/v1/relay-registry/batches',
    summary: 'A relay hub reports sessions, ends, heartbeats, reports and its lease',
    access: ['Service'],
    // Only what hosts relay hubs speaks for devices; the store hub tells the same services of all pharmacies.
    services: ['portal'],
    // Not from outside, but of a portal that may be of a later version.
    body: readerOf(RegistryBatch),
    maxBodyBytes: MAX_BATCH_BYTES,
    reply: { status: 200, schema: RegistryBatchReply },
  }),
  ...staffHistoryApi,
  ...storeCustomersApi,
  ...storeAddressesApi,
} as const satisfies EndpointTable

export const storeApi = {
  ...relayStoreApi,
  ...shopApi,
  ...schedulerApi,
  ...supportTasksApi,
  ...supportDeskApi,
  ...taskFilesApi,
  ...helpApi,
} as const satisfies EndpointTable
