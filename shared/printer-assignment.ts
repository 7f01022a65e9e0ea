// What a device is to do with labels: one whole document per device, and what becomes of it on the way.
//
//   panel ─▶ store API: version n+1 ─▶ hub: sent ─▶ device: received ─▶ applied | failed (why)
//
// The document is whole: a device needs no earlier one to act on it, and of two it acts on the one that came last.
import { z } from 'zod'
import { DeviceKey, IpAddress } from './device.ts'
import { DeviceRole } from './device-role.ts'
import { Endorsement, Fingerprint, MAX_ENDORSEMENTS } from './endorsement.ts'
import { Instant, TcpPort, lineOfText } from './ids.ts'
import { COMPUTER_LETTER } from './labels/label-number.ts'
import { PrinterName } from './printer.ts'
import { Reasons } from './reasons/reason.ts'
import { closed, growing } from './wire.ts'

/** Several while a key is being exchanged. */
const Fingerprints = z.array(Fingerprint).max(4)

/** How its certificates follow each other; left out where there are none. */
const endorsements = z.array(Endorsement).max(MAX_ENDORSEMENTS).optional()

const place = {
  computerName: lineOfText(63),
  deviceKey: DeviceKey,
  /** Tried in this order; empty when the computer never reported one. */
  addresses: z.array(IpAddress).max(32),
  tcpPort: TcpPort,
  certificateFingerprints: Fingerprints,
  endorsements,
}

/** The PrinterComputer that a Client hands its labels to. */
export const AssignmentTarget = z.strictObject(place)
export type AssignmentTarget = z.infer<typeof AssignmentTarget>

/** Seconds without a break for which the first printer has to be away before labels go to the standby printer. */
export const STANDBY_AFTER = { least: 15, most: 3_600, unsaid: 120 } as const
export const StandbyAfterSeconds = z.int().min(STANDBY_AFTER.least).max(STANDBY_AFTER.most)

/** How labels go back to the first printer: `auto`, once it is there again; `manual`, when a person says so. */
export const StandbyReturn = growing(z.enum(['auto', 'manual']), 'manual')
export type StandbyReturn = z.infer<typeof StandbyReturn>

/** A second printer for when the first is away. Known to the PrinterComputer, to Clients, and to its own computer. */
export const AssignmentStandby = z.strictObject({
  ...place,
  printerName: PrinterName,
  /** Seconds that the first printer has to be away; agents keep to STANDBY_AFTER. */
  afterSeconds: z.int().min(1).max(86_400),
  /** Left out: `auto`. */
  return: StandbyReturn.optional(),
  /** How often staff said that the first printer is to be used again; another number than before says it anew. Left out: 0. */
  firstAgain: z.int().min(0).max(1_000_000_000).optional(),
})
export type AssignmentStandby = z.infer<typeof AssignmentStandby>

/** A Client of this PrinterComputer. */
const AssignmentClient = z.strictObject({
  deviceKey: DeviceKey,
  /** For people. */
  computerName: lineOfText(63).optional(),
  certificateFingerprints: Fingerprints,
  endorsements,
})
export type AssignmentClient = z.infer<typeof AssignmentClient>

/** Has no arm: what a device does not understand must not take its role away; it goes on as before. */
const AssignedRole = closed(z.enum(DeviceRole.options))

/** The part that counts: two documents with equal bodies have equal hashes. */
export const AssignmentBody = z.strictObject({
  role: AssignedRole,
  /** Server only. */
  printerName: PrinterName.nullable(),
  /** Server only: the port that it opens for labels of the pharmacy. */
  tcpPort: TcpPort.nullable(),
  /** Client only; null while the pharmacy has no PrinterComputer. */
  target: AssignmentTarget.nullable(),
  /** Who may hand labels to this computer: of a Server its Clients; of a Client that stands by, the others and the Server. */
  clients: z.array(AssignmentClient).max(500),
  standby: AssignmentStandby.nullable(),
  /** Client only: this computer itself is the standby, and takes labels for `standby.printerName`. */
  standsBy: z.boolean().optional(),
  /** This device may go over to the certificate with this fingerprint: its peers are told both. */
  successorFingerprint: Fingerprint.optional(),
  /** Of this computer in its pharmacy, given once: the numbers of its labels begin with it. */
  computerLetter: z.string().regex(COMPUTER_LETTER).optional(),
})
export type AssignmentBody = z.infer<typeof AssignmentBody>

/** SHA-256 of the body, 64 hexadecimal digits: made by the store API, checked by the device. */
export const AssignmentHash = z.string().regex(/^[0-9a-f]{64}$/)

/** `version` rises by one with each change of this device's document. */
export const PrinterAssignment = AssignmentBody.extend({ version: z.int().min(1), hash: AssignmentHash })
export type PrinterAssignment = z.infer<typeof PrinterAssignment>

/** The same on its way: who carries it hands on every field as it came, so that its hash stays that of the whole. */
export const CarriedAssignment = z.looseObject({
  version: z.int().min(1),
  hash: AssignmentHash,
  /** A DeviceRole of this version or of a later one. */
  role: z.string().max(100),
})
export type CarriedAssignment = z.infer<typeof CarriedAssignment>

/** What the hash is made of: canonical JSON of every field but version and hash, also of those of a later version. */
export function hashedText(document: Readonly<Record<string, unknown>>): string {
  // JSON leaves out what is undefined.
  return canonicalJson({ ...document, version: undefined, hash: undefined })
}

/** JSON without spaces, the keys of every object in the order of their code units. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isObject(part) ? sortedByKey(part) : part))
}

function sortedByKey(object: object): object {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Why a device could not apply its assignment. It goes on with what it did before. */
const FAILURES = [
  'port_taken',
  'port_refused',
  'printer_missing',
  'target_refused',
  'not_understood',
  'internal',
] as const
export const AssignmentFailure = growing(z.enum(FAILURES), 'internal')
export type AssignmentFailure = z.infer<typeof AssignmentFailure>

/** `reason`: the English of the reasons. */
const failure = { code: AssignmentFailure, reason: z.string().min(1).max(500), reasons: Reasons.optional() }
const failed = { state: z.literal('failed'), ...failure }

/** Why a device could not apply its assignment, as it said. */
export const AssignmentFault = z.strictObject(failure)
export type AssignmentFault = z.infer<typeof AssignmentFault>
const about = { version: z.int().min(1), hash: AssignmentHash }

/** What a device says about an assignment it received. A failure may turn into `applied` later, by itself. */
export const ConfigReport = growing(
  z.discriminatedUnion('state', [
    z.strictObject({ ...about, state: z.literal('applied') }),
    z.strictObject({ ...about, ...failed }),
    /** What a later version says of it: neither applied nor failed. */
    z.strictObject({ ...about, state: z.literal('other') }),
  ]),
  'other',
)
export type ConfigReport = z.infer<typeof ConfigReport>

/** The same, with the two steps that the hub sees. */
export const ConfigProgress = growing(
  z.discriminatedUnion('state', [
    z.strictObject({ ...about, state: z.literal('sent') }),
    z.strictObject({ ...about, state: z.literal('received') }),
    ...ConfigReport.options,
  ]),
  'other',
)
export type ConfigProgress = z.infer<typeof ConfigProgress>

/** How far a device's newest assignment has come, for the panel. `waiting`: the device is offline or not yet reached. */
export const AssignmentStatus = z
  .strictObject({
    version: z.int().min(1),
    state: growing(z.enum(['waiting', 'sent', 'received', 'applied', 'failed']), 'waiting'),
    /** Since when it is in this state. */
    at: Instant,
    failure: AssignmentFault.nullable(),
  })
  .meta({ id: 'AssignmentStatus' })
export type AssignmentStatus = z.infer<typeof AssignmentStatus>
