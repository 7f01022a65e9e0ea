// What a relay hub tells the store API in batches, and what it hears back: sessions, their ends, heartbeats, reports, leases.
//
// A batch is what waited while the previous ones were under way, and heartbeats that waited for each other: at most 500
// operations, each with its own id and result, so that one refused operation spoils no other. Operations of one session
// keep their order.
import { z } from 'zod'
import {
  ClockAheadMs,
  CloseReason,
  DeviceHello,
  DeviceKey,
  DeviceRegistration,
  IpAddress,
  SystemReport,
} from '../device.ts'
import { DeviceRole } from '../device-role.ts'
import { CertificatePem } from '../endorsement.ts'
import { Id, Instant, Uuid } from '../ids.ts'
import { JobsReport } from '../labels/job-report.ts'
import { CarriedAssignment, ConfigProgress } from '../printer-assignment.ts'
import { NewIdentity, PairingAnswer, PairingRequest, PharmacyChange } from '../pairing.ts'
import { PrinterList } from '../printer.ts'
import { AnyHubCode, RetryAfterMs } from '../hub/request-reply.ts'
import { growing } from '../wire.ts'

export const MAX_OPERATIONS = 500
/** Sessions of one hub; a lease with a list of them is how rows and sockets are reconciled. */
export const MAX_HUB_SESSIONS = 20_000
/** So long a hub keeps the end of a session for a store API that is away, in ms. */
export const MAX_CLOSED_AGO_MS = 86_400_000
/** Largest batch in bytes. */
export const MAX_BATCH_BYTES = 2_097_152

/** Each operation of a hub has a higher one than those that it asked for before. */
const operationId = z.int().min(1)

/** A socket proved its key: find the device, open its session. Asked again with the same session id, answers the same. */
const OpenOperation = z.strictObject({
  kind: z.literal('open'),
  id: operationId,
  sessionId: Uuid,
  hello: DeviceHello,
  registration: DeviceRegistration,
  /** Its key answered the hub's challenge. */
  certificate: CertificatePem,
  remoteIp: IpAddress,
  /** The hub already answered this device and asks for its row back after a lapse. */
  reassert: z.boolean(),
})
/** An unpaired computer brings a code. */
const PairOperation = z.strictObject({
  kind: z.literal('pair'),
  id: operationId,
  hello: DeviceHello,
  request: PairingRequest,
  /** Its key answered the hub's challenge. */
  certificate: CertificatePem,
  remoteIp: IpAddress,
})
const CloseOperation = z.strictObject({
  kind: z.literal('close'),
  id: operationId,
  sessionId: Uuid,
  reason: CloseReason,
  /** How long before this was sent, by the hub's own clock: the store API may have been away meanwhile. */
  agoMs: z.int().min(0).max(MAX_CLOSED_AGO_MS).default(0),
})
/** The last heartbeat of a session, and which assignment the device holds: another than the newest is sent again. */
const NudgeOperation = z.strictObject({
  kind: z.literal('nudge'),
  id: operationId,
  sessionId: Uuid,
  latencyMs: z.int().min(0).max(3_600_000),
  /** Null: the device does not say what it holds, and is not sent it again. */
  config: z.strictObject({ version: z.int().min(0), hash: z.string().max(64) }).nullable(),
  /** Null when not known. */
  clockAheadMs: ClockAheadMs.nullable(),
})
/** Two heartbeats in a row were not answered although the socket lives. Told again while it goes on; `nudge` ends it. */
const SilentOperation = z.strictObject({ kind: z.literal('silent'), id: operationId, sessionId: Uuid })
/** What a device reported: role, system, printers, how far its assignment has come, its labels; null means nothing new. */
const ReportOperation = z.strictObject({
  kind: z.literal('report'),
  id: operationId,
  sessionId: Uuid,
  role: DeviceRole.nullable(),
  system: SystemReport.nullable(),
  printers: PrinterList.nullable(),
  config: ConfigProgress.nullable(),
  jobs: JobsReport.nullable(),
})
/**
 * The hub lives for another 15 s. With `sessionIds` (every 30 s and after a lapse) sockets are compared with the rows whose
 * open has a lower id than this.
 */
const LeaseOperation = z.strictObject({
  kind: z.literal('lease'),
  id: operationId,
  draining: z.boolean(),
  sessionIds: z.array(Uuid).max(MAX_HUB_SESSIONS).nullable(),
})

/** What a later hub asks for: refused alone, the others of its batch are carried out. */
const OtherOperation = z.strictObject({ kind: z.literal('other'), id: operationId })

export const RegistryOperation = growing(
  z.discriminatedUnion('kind', [
    OpenOperation,
    PairOperation,
    CloseOperation,
    NudgeOperation,
    SilentOperation,
    ReportOperation,
    LeaseOperation,
    OtherOperation,
  ]),
  'other',
)
/** What hubs of this version ask for. */
export type HubOperation = Exclude<RegistryOperation, { kind: 'other' }>
export type RegistryOperation = z.infer<typeof RegistryOperation>
export type OpenOperation = z.infer<typeof OpenOperation>
export type PairOperation = z.infer<typeof PairOperation>

export const OpenedSession = z.strictObject({
  kind: z.literal('open'),
  sessionId: Uuid,
  customerId: Id,
  computerId: Id,
  deviceKey: DeviceKey,
  connSeq: z.int().min(1),
  /** For the device, right after it was registered. */
  assignment: CarriedAssignment,
})
export type OpenedSession = z.infer<typeof OpenedSession>

/**
 * Answers an `open` instead of a session, of which then there is no row: what the device has to become first.
 * `movedTo`: the registration named another pharmacy than the computer belongs to since it was moved. `newIdentity`: it is
 * the copy that staff made a computer of its own. One of the two is set.
 */
export const Redirect = z.strictObject({
  kind: z.literal('redirect'),
  movedTo: PharmacyChange.nullable(),
  newIdentity: NewIdentity.nullable(),
})
export type Redirect = z.infer<typeof Redirect>

/** `missing` are sockets without an open row: the hub opens them again with `reassert`. */
export const RenewedLease = z.strictObject({
  kind: z.literal('lease'),
  leaseUntil: Instant,
  missing: z.array(Uuid).max(MAX_HUB_SESSIONS),
})
const Paired = PairingAnswer.extend({ kind: z.literal('pair') })
const Done = z.strictObject({ kind: z.literal('done') })
/** An answer that a later store API gives. */
const OtherAnswer = z.strictObject({ kind: z.literal('other') })

export const OperationResult = z.discriminatedUnion('ok', [
  z.strictObject({
    id: operationId,
    ok: z.literal(true),
    data: growing(
      z.discriminatedUnion('kind', [OpenedSession, Redirect, Paired, RenewedLease, Done, OtherAnswer]),
      'other',
    ),
  }),
  z.strictObject({
    id: operationId,
    ok: z.literal(false),
    code: AnyHubCode,
    message: z.string().max(500),
    /** When the device may ask again; null: as it thinks fit. */
    retryAfterMs: RetryAfterMs.nullable().default(null),
  }),
])
export type OperationResult = z.infer<typeof OperationResult>

export const RegistryBatch = z.strictObject({
  hubId: Uuid,
  operations: z.array(RegistryOperation).min(1).max(MAX_OPERATIONS),
})
export type RegistryBatch = z.infer<typeof RegistryBatch>
export const RegistryBatchReply = z.strictObject({ results: z.array(OperationResult).max(MAX_OPERATIONS) })
export type RegistryBatchReply = z.infer<typeof RegistryBatchReply>
