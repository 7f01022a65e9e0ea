// What the relay endpoints of the store API speak of: customers, their computers, the printer configuration.
import { z } from 'zod'
import { growing } from '../wire.ts'
import { ClockAheadMs, CloseReason, DeviceKey, Presence } from '../device.ts'
import { RoleNumber } from '../device-role.ts'
import { Health, HealthLevel } from '../labels/health.ts'
import { OpeningHours } from '../opening-hours/opening-hours.ts'
import { Fingerprint } from '../endorsement.ts'
import { Email, Id, Instant, Phone, SearchText, StoreId, TcpPort, Uuid, lineOfText } from '../ids.ts'
import { JobsWaiting, LabelFacts } from '../labels/job-report.ts'
import { COMPUTER_LETTER } from '../labels/label-number.ts'
import { PAIRING_CODE_LENGTH } from '../pairing.ts'
import { AssignmentStatus, StandbyAfterSeconds, StandbyReturn } from '../printer-assignment.ts'
import { PrinterList, PrinterName, PrinterRow } from '../printer.ts'
import { Language } from '../texts/languages.ts'
import { paging } from './endpoint.ts'
import { MAX_STAFF_CHANGES, StaffChange } from './staff-history.ts'

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
    /** Whether its labels come out; null without computers, and for a moment after it was made. */
    health: Health.nullable().optional(),
  })
  .meta({ id: 'CustomerSummary' })
export type CustomerSummary = z.infer<typeof CustomerSummary>

/** By which certificate a computer is known, and since when. */
const ComputerCertificate = z.strictObject({ fingerprint: Fingerprint, since: Instant })

/** Two running copies of one installation, as they were seen last. The one that `isIn` holds the connection. */
export const IdentityConflict = z
  .strictObject({
    since: Instant,
    sides: z
      .array(
        z.strictObject({
          bootId: Uuid,
          isIn: z.boolean(),
          pcName: lineOfText(63),
          localIpAddress: z.string().max(45),
          publicIpAddress: z.string().max(45),
          softwareVersion: z.string().max(64),
          seenAt: Instant,
          /** Told to become a computer of its own, and not done yet. */
          isLeaving: z.boolean(),
        }),
      )
      .length(2),
  })
  .meta({ id: 'IdentityConflict' })
export type IdentityConflict = z.infer<typeof IdentityConflict>

/** `approved` is the usual state; the others may not connect. */
export const Access = growing(z.enum(['approved', 'waiting', 'revoked']), 'revoked').meta({ id: 'Access' })
export type Access = z.infer<typeof Access>

/** One computer of a pharmacy. `role` is what staff want, `reportedRole` what the device says. */
export const RelayComputer = z
  .strictObject({
    id: Id,
    pcName: lineOfText(63),
    /** What staff call it; null: as it calls itself. */
    displayName: lineOfText(63).nullable(),
    access: Access,
    /** The numbers of its labels begin with it, as B-75. */
    letter: z.string().regex(COMPUTER_LETTER).optional(),
    /** The pairing code that it came with last; null for one that never came with any. */
    pairingCodeId: Id.nullable(),
    /** Null unless two computers with this identity take turns. */
    conflict: IdentityConflict.nullable(),
    username: lineOfText(104),
    /** As its agent is set up; empty when it gives none. */
    email: z.string().max(254),
    localIpAddress: z.string().max(45),
    publicIpAddress: z.string().max(45).nullable(),
    softwareVersion: z.string().max(64),
    /** The agent speaks a protocol that the hub no longer serves. */
    isTooOld: z.boolean(),
    isOnline: z.boolean(),
    /** What people are shown: Online covers the first three. */
    presence: Presence,
    lastOnlineAt: Instant.nullable(),
    /** Why its connection ended; null while it is there, and when it never was. */
    offlineReason: CloseReason.nullable(),
    presenceSeq: z.int().min(0),
    latencyMs: z.int().min(0).nullable(),
    /** How wrong its clock was at its last heartbeat; null within 120 s of the hub's. */
    clockAheadMs: ClockAheadMs.nullable(),
    role: RoleNumber,
    reportedRole: RoleNumber,
    printerName: PrinterName.nullable(),
    tcpPort: TcpPort.nullable(),
    printerComputerName: z.string().max(63).nullable(),
    totalRamMb: z.int().min(1).nullable(),
    supportAppNumber: z.string().max(32).nullable(),
    deviceKey: DeviceKey,
    /** Null for a computer that has never connected since it was made. */
    assignment: AssignmentStatus.nullable(),
    /** As it reported last; null for one that never did. */
    jobsWaiting: JobsWaiting.nullable(),
    /** As jobsWaiting. */
    labelFacts: LabelFacts.nullable().optional(),
    /** Whether its labels come out; null for a moment after it was made. */
    health: Health.nullable().optional(),
    /** Null for one that never reported any. */
    certificate: ComputerCertificate.nullable(),
  })
  .meta({ id: 'RelayComputer' })
export type RelayComputer = z.infer<typeof RelayComputer>

/** A second printer, for when the first is away: at a computer that stays a Client. */
export const StandbyPrinter = z
  .strictObject({
    computerId: Id,
    printerName: PrinterName,
    afterSeconds: StandbyAfterSeconds,
    return: StandbyReturn,
  })
  .meta({ id: 'StandbyPrinter' })
export type StandbyPrinter = z.infer<typeof StandbyPrinter>

/** The active printer configuration of a pharmacy. */
export const PrinterConfig = z
  .strictObject({
    id: Id,
    printerComputerId: Id,
    printerName: PrinterName,
    /** How its computer named it when it reported its printers last; null when it did not name this one. */
    printer: PrinterRow.omit({ id: true }).nullable().optional(),
    tcpPort: TcpPort,
    /** Null or absent: the pharmacy has none. */
    standby: StandbyPrinter.nullable().optional(),
    updatedAt: Instant,
  })
  .meta({ id: 'PrinterConfig' })
export type PrinterConfig = z.infer<typeof PrinterConfig>

/** Open pairing codes of one pharmacy; the next one is refused with state_conflict. */
export const MAX_OPEN_PAIRING_CODES = 20

/** A pairing code that can still be used: not expired, used, withdrawn or tried too often. The code itself is kept nowhere. */
export const OpenPairingCode = z
  .strictObject({ id: Id, expiresAt: Instant, needsApproval: z.boolean() })
  .meta({ id: 'OpenPairingCode' })
export type OpenPairingCode = z.infer<typeof OpenPairingCode>

export const CustomerDetail = CustomerSummary.extend({
  version: z.int().min(1),
  /** Rises with each change of roles or of the printer; what those endpoints take as If-Match. */
  printingVersion: z.int().min(1),
  createdAt: Instant,
  updatedAt: Instant,
  computers: z.array(RelayComputer).max(500),
  printerConfig: PrinterConfig.nullable(),
  /** Left out by a store API of a version before. */
  openingHours: OpeningHours.optional(),
  /** What staff did to its printing, the newest first. Left out by a store API of a version before. */
  staffChanges: z.array(StaffChange).max(MAX_STAFF_CHANGES).optional(),
  /** Oldest first. Each that is made or ends makes a relay event of the pharmacy, but for its time running out. */
  pairingCodes: z.array(OpenPairingCode).max(MAX_OPEN_PAIRING_CODES),
  /** The newest relay event that this view contains; later ones are news. */
  lastEventId: z.int().min(0),
}).meta({ id: 'CustomerDetail' })
export type CustomerDetail = z.infer<typeof CustomerDetail>

/** The role that staff give a computer. PrinterComputer needs a printer and a port: printer-config gives them. */
export const RoleChange = z.strictObject({ role: RoleNumber }).meta({ id: 'RoleChange' })
export type RoleChange = z.infer<typeof RoleChange>

/** The computer becomes the pharmacy's PrinterComputer with this printer and port. */
export const PrinterConfigChange = z
  .strictObject({ computerId: Id, printerName: PrinterName, tcpPort: TcpPort })
  .meta({ id: 'PrinterConfigChange' })
export type PrinterConfigChange = z.infer<typeof PrinterConfigChange>

/** Null takes the standby printer away. A computer without a role becomes a Client. */
export const StandbyChange = z
  .strictObject({ standby: StandbyPrinter.nullable() })
  .meta({ id: 'StandbyChange' })
export type StandbyChange = z.infer<typeof StandbyChange>

/** `version` is the new printingVersion. */
export const PrintingSaved = z
  .strictObject({ version: z.int().min(1), customer: CustomerDetail })
  .meta({ id: 'PrintingSaved' })
export type PrintingSaved = z.infer<typeof PrintingSaved>

/** Whether an Admin has to approve the computer that comes with the code. */
/** What became of a text message with a pairing code. `not_set_up`: the platform sends none. */
export const CodeSms = growing(z.enum(['sent', 'failed', 'unknown', 'not_set_up']), 'unknown')
export type CodeSms = z.infer<typeof CodeSms>

export const PairingCodeRequest = z
  .strictObject({
    needsApproval: z.boolean(),
    /** Also to the phone of the pharmacy, in this language; left out: to nobody. */
    sms: z.strictObject({ language: Language }).optional(),
  })
  .meta({ id: 'PairingCodeRequest' })
export type PairingCodeRequest = z.infer<typeof PairingCodeRequest>

/**
 * Eight characters; `pairingCodeText` writes them as people read them. `id` stands in the pharmacy's `pairingCodes` while
 * the code is open, then as `pairingCodeId` at the computer that came with it; no id is given twice.
 */
export const MadePairingCode = z
  .strictObject({
    id: Id,
    customerId: Id,
    code: z.string().length(PAIRING_CODE_LENGTH),
    expiresAt: Instant,
    /** Left out: none was asked for. */
    sms: CodeSms.optional(),
  })
  .meta({ id: 'MadePairingCode' })
export type MadePairingCode = z.infer<typeof MadePairingCode>

const codeWas = <State extends string>(state: State) => ({ id: Id, customerId: Id, state: z.literal(state) })

/**
 * What became of a pairing code. `tried`: five wrong tries ended it, the last of them from `address`. `computerName`,
 * `staffName` and `address` may not be known.
 */
export const PairingCodeOutcome = growing(
  z.discriminatedUnion('state', [
    z.strictObject({ ...codeWas('open'), expiresAt: Instant, needsApproval: z.boolean() }),
    z.strictObject({ ...codeWas('used'), at: Instant, computerName: lineOfText(63).nullable() }),
    z.strictObject({ ...codeWas('expired'), at: Instant }),
    z.strictObject({ ...codeWas('withdrawn'), at: Instant, staffName: z.string().max(120).nullable() }),
    z.strictObject({ ...codeWas('tried'), at: Instant, address: z.string().max(45).nullable() }),
    z.strictObject(codeWas('other')),
  ]),
  'other',
).meta({ id: 'PairingCodeOutcome' })
export type PairingCodeOutcome = z.infer<typeof PairingCodeOutcome>

export const ComputerRename = z
  .strictObject({ displayName: lineOfText(63).nullable() })
  .meta({ id: 'ComputerRename' })
export type ComputerRename = z.infer<typeof ComputerRename>

/** To which pharmacy. */
export const ComputerMove = z.strictObject({ customerId: Id }).meta({ id: 'ComputerMove' })
export type ComputerMove = z.infer<typeof ComputerMove>

/** Which of the two: the `bootId` of one side of the conflict. */
export const NewIdentityRequest = z.strictObject({ bootId: Uuid }).meta({ id: 'NewIdentityRequest' })
export type NewIdentityRequest = z.infer<typeof NewIdentityRequest>

/** The printers that a computer reported; `reportedAt` null: it never did. */
export const ComputerPrinters = z
  .strictObject({ computerId: Id, printers: PrinterList, reportedAt: Instant.nullable() })
  .meta({ id: 'ComputerPrinters' })
export type ComputerPrinters = z.infer<typeof ComputerPrinters>

/** What staff may write of a customer. */
export const CustomerFields = z
  .strictObject({ storeId: StoreId, name: lineOfText(120), email: Email, phone: Phone.nullable() })
  .meta({ id: 'CustomerFields' })
export type CustomerFields = z.infer<typeof CustomerFields>

export const CustomerSort = z.enum([
  ...(['storeId', '-storeId', 'name', '-name', 'email', '-email'] as const),
  ...(['connected', '-connected', 'computers', '-computers'] as const),
  /** The worst first, of those that are as bad whoever is so longest. */
  ...(['health', '-health'] as const),
])
export type CustomerSort = z.infer<typeof CustomerSort>

/**
 * Each filter is part of the field, without regard to case, accents, blanks and the order of words (ü is u and ue). Of `phone`
 * digits count alone: a leading 00 is +, another leading 0 that of the national form. `q` looks in all four.
 */
export const CustomerListQuery = z.strictObject({
  ...paging,
  sort: CustomerSort.default('storeId'),
  storeId: SearchText,
  name: SearchText,
  email: SearchText,
  phone: SearchText,
  /** Left out: of every health. */
  health: HealthLevel.optional(),
})
export type CustomerListQuery = z.infer<typeof CustomerListQuery>
