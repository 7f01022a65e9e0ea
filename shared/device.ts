// What devices say about themselves: the documented DeviceRegistration, DeviceIdentity, NudgeResponse, DeviceStatus.
import { z } from 'zod'
import { DeviceRole } from './device-role.ts'
import { Endorsement } from './endorsement.ts'
import { Id, Instant, TcpPort, Uuid, lineOfReportedText, lineOfText } from './ids.ts'
import { growing } from './wire.ts'

/** One that is not known is no reason to let a device go. */
export const DeviceStatus = growing(z.enum(['Online', 'Offline']), 'Online').meta({ id: 'DeviceStatus' })
export type DeviceStatus = z.infer<typeof DeviceStatus>

/**
 * What people are shown of a connection. degraded: it is there and two heartbeats in a row were not answered; reconnecting:
 * it ended without a goodbye less than 10 s ago. Status events speak of Online for all but offline.
 */
export const Presence = growing(z.enum(['online', 'degraded', 'reconnecting', 'offline']), 'degraded').meta({
  id: 'Presence',
})
export type Presence = z.infer<typeof Presence>

/** HMAC of pharmacy, computer name and user name, made by the server at enrolment: 64 hexadecimal digits. */
export const DeviceKey = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')

export const IpAddress = z.union([z.ipv4(), z.ipv6()])
export const AgentVersion = z
  .string()
  .regex(/^\d{1,4}\.\d{1,4}\.\d{1,6}(-[0-9A-Za-z.-]{1,32})?$/, 'must look like 1.2.3')

/** Sent by a device on register. */
export const DeviceRegistration = z
  .strictObject({
    computerName: lineOfReportedText(63),
    username: lineOfReportedText(104),
    localIpAddress: IpAddress,
    email: z.union([z.literal(''), z.email().max(254)]),
    clientVersion: AgentVersion,
    pharmacyId: Id,
    role: DeviceRole,
  })
  .meta({ id: 'DeviceRegistration' })
export type DeviceRegistration = z.infer<typeof DeviceRegistration>

/** Returned after register. */
export const DeviceIdentity = z
  .strictObject({ deviceKey: DeviceKey, connectionId: z.string().min(1).max(64), publicIpAddress: IpAddress })
  .meta({ id: 'DeviceIdentity' })
export type DeviceIdentity = z.infer<typeof DeviceIdentity>

/** Latency of one nudge in whole milliseconds, and when it was measured. */
export const NudgeResponse = z
  .strictObject({ isAlive: z.boolean(), latencyMs: z.int().min(0).max(3_600_000), timestamp: Instant })
  .meta({ id: 'NudgeResponse' })
export type NudgeResponse = z.infer<typeof NudgeResponse>

/** A computer's clock that is off by more is shown to staff as wrong (hub-and-fleet 4.2, P10). */
export const WRONG_CLOCK_MS = 120_000
/** A century: a clock that is off by more is told as off by this much. */
export const MAX_CLOCK_OFF_MS = 3_155_760_000_000
/** By how many ms the clock of a computer is ahead of the hub's; below 0 it is behind. */
export const ClockAheadMs = z.int().min(-MAX_CLOCK_OFF_MS).max(MAX_CLOCK_OFF_MS)

/**
 * A device's answer to the heartbeat: the documented response, its `timestamp` by the device's own clock, and what our agents
 * add. `seq` rises by one per answer within a `bootId`. One that does not say what assignment it holds is not sent it again.
 */
export const NudgeAnswer = NudgeResponse.extend({
  seq: z.int().min(0).optional(),
  bootId: Uuid.optional(),
  queueDepth: z.int().min(0).max(1_000_000).optional(),
  configVersion: z.int().min(0).optional(),
  configHash: z.string().max(64).optional(),
})
export type NudgeAnswer = z.infer<typeof NudgeAnswer>

const PemText = z
  .string()
  .max(8_192)
  .regex(/^[\x20-\x7e\r\n]*$/, 'must be PEM text')

/** What the computer is, beyond the registration. A field that is unknown is null. */
export const SystemReport = z
  .strictObject({
    totalRamMb: z.int().min(1).max(16_777_216).nullable(),
    supportAppNumber: lineOfText(32).nullable(),
    os: lineOfText(120),
    addresses: z.array(IpAddress).max(32),
    certificate: PemText.nullable(),
    tcpPort: TcpPort.nullable(),
    /** While it exchanges its key: what `certificate` is to be next, vouched for by the key of `certificate`. */
    successor: z.strictObject({ certificate: PemText, endorsement: Endorsement }).optional(),
  })
  .meta({ id: 'SystemReport' })
export type SystemReport = z.infer<typeof SystemReport>

/** How an agent introduces itself in the socket's handshake. What it says is proven by its answer to the challenge. */
export const DeviceHello = z.strictObject({
  protocolVersion: z.int().min(1).max(1_000_000),
  agentVersion: AgentVersion,
  /** Made once per installation. */
  installId: Uuid,
  /** Made once per start of the agent. */
  bootId: Uuid,
  /** Events beyond the documented ones that it answers, `AskTracedAsync`; absent: none. Another one is never sent to it. */
  knows: z.array(lineOfText(64)).max(20).optional(),
})
export type DeviceHello = z.infer<typeof DeviceHello>

/** Why a session ended (hub-and-fleet 4.2, P5). The panel shows them as words. */
const CLOSE_REASONS = [
  'bye',
  'ping_timeout',
  'transport_close',
  'transport_error',
  'replaced',
  'revoked',
  'deleted',
  'conflict',
  'hub_drain',
  'hub_lost',
  'protocol_error',
  'backpressure',
  'other',
] as const
export const CloseReason = growing(z.enum(CLOSE_REASONS), 'other')
export type CloseReason = z.infer<typeof CloseReason>
