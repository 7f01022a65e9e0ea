// The endpoints of the store API: the relay panel, the registry of hubs, the staff log.
import { z } from 'zod'
import { Id, IdText, StoreId } from '../ids.ts'
import { STAFF_ROLES } from '../user-role.ts'
import { endpoint, pageOf, paging, type EndpointTable } from './endpoint.ts'
import {
  ComputerPrinters,
  CustomerDetail,
  CustomerFields,
  CustomerListQuery,
  CustomerSummary,
  PrinterConfigChange,
  PrintingSaved,
  RoleChange,
  StaffOperation,
  TestLabel,
} from './relay-panel.ts'
import { MAX_BATCH_BYTES, RELAY_HUB_HOSTS, RegistryBatch, RegistryBatchReply } from './relay-registry.ts'

const PANEL = '/api/v1/panel/relay'
const customerParams = z.strictObject({ customerId: IdText })
const computerParams = z.strictObject({ customerId: IdText, computerId: IdText })

export const storeApi = {
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
    path: `${PANEL}/customers/{customerId}`,
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
    path: `${PANEL}/customers/{customerId}`,
    summary: 'Change a pharmacy; identical content changes nothing',
    access: ['Admin'],
    params: customerParams,
    body: CustomerFields,
    versioned: true,
    reply: { status: 200, schema: CustomerDetail },
    refusals: ['state_conflict'],
  }),
  renewEnrolmentKey: endpoint({
    method: 'POST',
    path: `${PANEL}/customers/{customerId}/enrolment-key`,
    summary:
      'Make a new enrolment key for the pharmacy; shown once, the previous one ends, enrolled devices stay',
    access: ['Admin'],
    params: customerParams,
    reply: { status: 201, schema: z.strictObject({ customerId: Id, enrolmentKey: z.string().max(64) }) },
  }),
  setRole: endpoint({
    method: 'PUT',
    path: `${PANEL}/customers/{customerId}/computers/{computerId}/role`,
    summary:
      'Give a computer the role None or Client; the role it has already changes nothing. If-Match is printingVersion',
    access: ['Admin'],
    params: computerParams,
    body: RoleChange,
    versioned: true,
    reply: { status: 200, schema: PrintingSaved },
    refusals: ['state_conflict'],
  }),
  requestPrinters: endpoint({
    method: 'POST',
    path: `${PANEL}/customers/{customerId}/request-printers`,
    summary: 'Ask a device for its printer list; takes up to 10 s',
    access: ['Admin'],
    params: customerParams,
    body: z.strictObject({ computerId: Id }),
    reply: { status: 200, schema: ComputerPrinters },
    refusals: ['state_conflict', 'device_offline', 'device_timeout'],
  }),
  lastPrinters: endpoint({
    method: 'GET',
    path: `${PANEL}/customers/{customerId}/computers/{computerId}/printers`,
    summary: 'The printers that a computer reported last',
    access: STAFF_ROLES,
    params: computerParams,
    reply: { status: 200, schema: ComputerPrinters },
  }),
  savePrinterConfig: endpoint({
    method: 'POST',
    path: `${PANEL}/customers/{customerId}/printer-config`,
    summary:
      'Make a computer the PrinterComputer with this printer and port, and tell all devices of the pharmacy. If-Match is printingVersion',
    access: ['Admin'],
    params: customerParams,
    body: PrinterConfigChange,
    versioned: true,
    reply: { status: 200, schema: PrintingSaved },
    refusals: ['device_offline'],
  }),
  printTestLabel: endpoint({
    method: 'POST',
    path: `${PANEL}/customers/{customerId}/computers/{computerId}/test-label`,
    summary: 'Print a test label from a computer, the way of its labels; takes up to 10 s',
    access: STAFF_ROLES,
    params: computerParams,
    reply: { status: 200, schema: TestLabel },
    refusals: ['state_conflict', 'device_offline', 'device_timeout'],
  }),
  registryBatch: endpoint({
    method: 'POST',
    path: '/api/v1/relay-registry/batches',
    summary: 'A relay hub reports sessions, ends, heartbeats, reports and its lease',
    access: ['Service'],
    services: RELAY_HUB_HOSTS,
    body: RegistryBatch,
    maxBodyBytes: MAX_BATCH_BYTES,
    reply: { status: 200, schema: RegistryBatchReply },
  }),
  listStaffOperations: endpoint({
    method: 'GET',
    path: '/api/v1/staff-operation-history/logs',
    summary: 'What staff did, newest first',
    access: ['Admin', 'SuperSupport'],
    query: z.strictObject({ ...paging, customerId: IdText.optional() }),
    reply: { status: 200, schema: pageOf(StaffOperation) },
  }),
} as const satisfies EndpointTable
