// What the relay endpoints of the store API speak of: customers, their computers, the printer configuration.
import { z } from 'zod'
import { CloseReason, DeviceKey } from '../device.ts'
import { RoleNumber } from '../device-role.ts'
import { Email, Id, Instant, Phone, SearchText, StoreId, TcpPort, lineOfText } from '../ids.ts'
import { paging } from './endpoint.ts'

/** A pharmacy as it stands in the list. */
export const CustomerSummary = z
  .strictObject({
    id: Id,
    storeId: StoreId,
    name: lineOfText(120),
    email: Email,
    phone: Phone.nullable(),
    computerCount: z.int().min(0),
    connectedCount: z.int().min(0),
  })
  .meta({ id: 'CustomerSummary' })
export type CustomerSummary = z.infer<typeof CustomerSummary>

/** One computer of a pharmacy. `role` is what the admin wants, `reportedRole` what the device says. */
export const RelayComputer = z
  .strictObject({
    id: Id,
    pcName: lineOfText(63),
    username: lineOfText(104),
    localIpAddress: z.string().max(45),
    publicIpAddress: z.string().max(45).nullable(),
    softwareVersion: z.string().max(64),
    /** The agent speaks a protocol that the hub no longer serves. */
    isTooOld: z.boolean(),
    isOnline: z.boolean(),
    lastOnlineAt: Instant.nullable(),
    /** Why it is offline; null while online or never seen. */
    offlineReason: CloseReason.nullable(),
    presenceSeq: z.int().min(0),
    latencyMs: z.int().min(0).nullable(),
    role: RoleNumber,
    reportedRole: RoleNumber,
    printerName: z.string().max(200).nullable(),
    tcpPort: TcpPort.nullable(),
    printerComputerName: z.string().max(63).nullable(),
    totalRamMb: z.int().min(1).nullable(),
    supportAppNumber: z.string().max(32).nullable(),
    deviceKey: DeviceKey,
  })
  .meta({ id: 'RelayComputer' })
export type RelayComputer = z.infer<typeof RelayComputer>

/** The active printer configuration of a pharmacy. */
export const PrinterConfig = z
  .strictObject({
    id: Id,
    printerComputerId: Id,
    printerName: z.string().min(1).max(200),
    tcpPort: TcpPort,
    updatedAt: Instant,
  })
  .meta({ id: 'PrinterConfig' })
export type PrinterConfig = z.infer<typeof PrinterConfig>

export const CustomerDetail = CustomerSummary.extend({
  version: z.int().min(1),
  createdAt: Instant,
  updatedAt: Instant,
  computers: z.array(RelayComputer).max(500),
  printerConfig: PrinterConfig.nullable(),
  /** The newest relay event that this view contains; later ones are news. */
  lastEventId: z.int().min(0),
}).meta({ id: 'CustomerDetail' })
export type CustomerDetail = z.infer<typeof CustomerDetail>

/** What staff may write of a customer. */
export const CustomerFields = z
  .strictObject({ storeId: StoreId, name: lineOfText(120), email: Email, phone: Phone.nullable() })
  .meta({ id: 'CustomerFields' })
export type CustomerFields = z.infer<typeof CustomerFields>

export const CustomerSort = z.enum([
  'storeId',
  '-storeId',
  'name',
  '-name',
  'email',
  '-email',
  'connected',
  '-connected',
  'computers',
  '-computers',
])
export type CustomerSort = z.infer<typeof CustomerSort>

/** Each filter is part of the field, in any case; `phone` ignores spaces; `q` looks in all four. */
export const CustomerListQuery = z.strictObject({
  ...paging,
  sort: CustomerSort.default('storeId'),
  storeId: SearchText,
  name: SearchText,
  email: SearchText,
  phone: SearchText,
})
export type CustomerListQuery = z.infer<typeof CustomerListQuery>

/** One thing a member of staff did. `summary` names fields, never values of patients or secrets. */
export const StaffOperation = z
  .strictObject({
    id: Id,
    at: Instant,
    staffGuid: z.string().max(64),
    staffName: z.string().max(120),
    staffRole: z.string().max(32),
    action: z.string().max(64),
    customerId: Id.nullable(),
    computerId: Id.nullable(),
    summary: z.string().max(500),
  })
  .meta({ id: 'StaffOperation' })
export type StaffOperation = z.infer<typeof StaffOperation>
