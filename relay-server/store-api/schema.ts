// The tables of the store database as Kysely types.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Access } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { CloseReason, DeviceStatus, Presence, SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import type {
  AssignmentBody,
  AssignmentFault,
  AssignmentStatus,
  StandbyReturn,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import type {
  Duration,
  JobCounts,
  JobsWaiting,
  LabelFacts,
} from '@pharmacy-relay/shared/labels/job-report.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import type { StaffOperationHistoryTable, StaffsTable } from './audit/audit-tables.ts'
import type { HealthSchema } from './health/health-tables.ts'
import type { OpeningHoursSchema } from './opening-hours/hours-tables.ts'
import type { SchedulerSchema } from './scheduler/scheduler-tables.ts'
import type { ShopSchema } from './shop/shop-schema.ts'
import type { SupportDeskSchema } from './support-desk/desk-tables.ts'
import type { SupportTaskSchema } from './support-tasks/task-tables.ts'

interface CustomersTable {
  readonly id: GeneratedAlways<number>
  storeId: string
  name: string
  email: string
  phone: string | null
  version: Generated<number>
  /** Of roles and printer; `version` is of the pharmacy's own fields. */
  printingVersion: Generated<number>
  /** Kept by triggers. */
  readonly computerCount: GeneratedAlways<number>
  readonly lastLetterNumber: GeneratedAlways<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  readonly storeNumber: GeneratedAlways<number>
  readonly nameLower: GeneratedAlways<string>
  readonly emailLower: GeneratedAlways<string>
  /** Of the version before. */
  readonly searchText: GeneratedAlways<string>
  readonly nameForms: GeneratedAlways<string>
  readonly emailForms: GeneratedAlways<string>
  readonly searchForms: GeneratedAlways<string>
  readonly phoneForms: GeneratedAlways<string>
  readonly searchGrams: GeneratedAlways<string[]>
}

interface RelayComputersTable {
  readonly id: GeneratedAlways<number>
  /** Its own in the pharmacy, from 1; given by a trigger. */
  readonly letterNumber: GeneratedAlways<number>
  customerId: number
  pcName: string
  username: string
  email: Generated<string>
  localIpAddress: string
  publicIpAddress: string | null
  softwareVersion: string
  role: Generated<RoleNumber>
  reportedRole: Generated<RoleNumber>
  printerName: string | null
  tcpPort: number | null
  totalRamMb: number | null
  supportAppNumber: string | null
  reportedSystem: SystemReport | null
  reportedPrinters: ColumnType<PrinterList | null, string | null, string | null>
  printersReportedAt: Date | null
  jobsWaiting: JobsWaiting | null
  labelFacts: LabelFacts | null
  installId: string
  deviceKey: string
  displayName: string | null
  access: Generated<Access>
  /** The one that it came with last. */
  pairingCodeId: number | null
  isTooOld: Generated<boolean>
  latencyMs: number | null
  lastNudgeAt: Date | null
  connSeq: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface PrinterConfigsTable {
  readonly id: GeneratedAlways<number>
  customerId: number
  printerComputerId: number
  printerName: string
  tcpPort: number
  /** Null: it has no standby printer. */
  standbyComputerId: number | null
  standbyPrinterName: string | null
  standbyAfterSeconds: number | null
  standbyReturn: StandbyReturn | null
  standbyFirstAgain: Generated<number>
  isActive: Generated<boolean>
  updatedAt: Generated<Date>
}

interface RelayAssignmentsTable {
  computerId: number
  customerId: number
  version: Generated<number>
  hash: string
  document: AssignmentBody
  changedAt: Generated<Date>
  state: Generated<AssignmentStatus['state']>
  stateAt: Generated<Date>
  /** With `failed`, and only with it. */
  failure: AssignmentFault | null
}

interface RelayCertificatesTable {
  computerId: number
  place: 'pinned' | 'successor'
  fingerprint: string
  pem: string
  since: Generated<Date>
}

interface RelayEndorsementsTable {
  computerId: number
  fingerprint: string
  endorsement: Endorsement
  since: Generated<Date>
}

interface RelayPairingCodesTable {
  /** The first characters; one code at a time has them. */
  lookup: string
  /** Of the code, not of the row: a row is used again. */
  id: Generated<number>
  customerId: number
  codeHash: string
  needsApproval: boolean
  wrongTries: Generated<number>
  expiresAt: Date
  /** Used, withdrawn or tried too often. */
  endedAt: Date | null
  usedByInstallId: string | null
  usedByFingerprint: string | null
  /** As it called itself then. */
  usedByName: string | null
  /** Where the last wrong try came from. */
  wrongFrom: string | null
  /** The name of who withdrew it. */
  withdrawnBy: string | null
  copyOfComputerId: number | null
}

interface RelayWrongClocksTable {
  computerId: number
  /** Below 0: behind. */
  aheadMs: number
  since: Generated<Date>
}

interface RelayPairingTriesTable {
  address: string
  wrongAt: Date[]
  lastAt: Date
}

interface RelayConflictSidesTable {
  computerId: number
  bootId: string
  since: Generated<Date>
  isIn: boolean
  pcName: string
  localIpAddress: string
  publicIpAddress: string
  softwareVersion: string
  seenAt: Generated<Date>
  /** Since when it is to become a computer of its own. */
  leavingSince: Date | null
}

interface RelayRemovedComputersTable {
  installId: string
  assignmentVersion: number
  removedAt: Generated<Date>
}

interface RelayJobHoursTable {
  computerId: number
  /** Its start. */
  hour: Date
  version: number
  counts: JobCounts
  took: Duration[]
}

interface RelayHubsTable {
  hubId: string
  startedAt: Generated<Date>
  leaseUntil: Date
  draining: Generated<boolean>
}

interface RelaySessionsTable {
  sessionId: string
  computerId: number
  customerId: number
  hubId: string
  connSeq: number
  bootId: string
  remoteIp: string
  agentVersion: string
  /** Id of the operation that opened it, or opened it again. */
  openId: Generated<number>
  openedAt: Generated<Date>
  closedAt: Date | null
  closeReason: CloseReason | null
  /** Since when two heartbeats in a row or more were not answered. */
  silentSince: Date | null
}

interface RelayPresenceTable {
  computerId: number
  customerId: number
  presenceSeq: number
  state: Presence
  /** Follows from `state`: Online is all but offline. */
  readonly status: GeneratedAlways<DeviceStatus>
  reason: CloseReason | null
  since: Date
  /** With `reconnecting`, and only with it. */
  graceUntil: Date | null
  lastOnlineAt: Date | null
}

interface RelayTransitionsTable {
  computerId: number
  presenceSeq: number
  was: Presence
  became: Presence
  reason: CloseReason | null
  at: Date
}

interface RelayEventsTable {
  readonly id: Generated<number>
  customerId: number
  computerId: number | null
  kind: 'presence' | 'computer' | 'customer' | 'support_task' | 'support_message'
  presenceSeq: number | null
  payload: unknown
  at: Generated<Date>
}

interface SeedsTable {
  name: string
  facts: unknown
  seededAt: Generated<Date>
}

export interface StoreSchema
  extends
    ShopSchema,
    SchedulerSchema,
    SupportTaskSchema,
    SupportDeskSchema,
    HealthSchema,
    OpeningHoursSchema {
  Customers: CustomersTable
  RelayComputers: RelayComputersTable
  PrinterConfigs: PrinterConfigsTable
  RelayAssignments: RelayAssignmentsTable
  RelayCertificates: RelayCertificatesTable
  RelayEndorsements: RelayEndorsementsTable
  RelayPairingCodes: RelayPairingCodesTable
  RelayPairingTries: RelayPairingTriesTable
  RelayWrongClocks: RelayWrongClocksTable
  RelayConflictSides: RelayConflictSidesTable
  RelayRemovedComputers: RelayRemovedComputersTable
  RelayJobHours: RelayJobHoursTable
  RelayHubs: RelayHubsTable
  RelaySessions: RelaySessionsTable
  RelayPresence: RelayPresenceTable
  RelayTransitions: RelayTransitionsTable
  RelayEvents: RelayEventsTable
  StaffOperationHistory: StaffOperationHistoryTable
  Staffs: StaffsTable
  Seeds: SeedsTable
  RelayClock: { onlyRow: Generated<boolean>; offset: string }
}
