// The contract of the relay hub, hosted by the portal at /hubs: IRelayHub (device to hub), IRelayClient (hub to device).
//
//   device ── connect, handshake auth = DeviceHello ──▶ hub     refused with connect_error {data:{code,message}}
//   device ◀── ChallengeAsync ── hub                             answered with a proof, then PairDeviceAsync, if need be
//   device ── RegisterDeviceAsync ──▶ hub                       within 5 s, else closed; before it nothing else is answered
//   device ── ReportSystemAsync ──▶ hub
//   device ◀── PrinterConfigChangedAsync ── hub                  the whole assignment, at once after register and on change
//   device ── ReportPrintersAsync, ReportConfigAsync, ReportJobsAsync ──▶ hub
//   device ── AskForHelpAsync, … (help-events.ts) ──▶ hub        what the person there asks of support
//   device ◀── HelpChangedAsync ── hub                           there is something new to ask for
//   device ◀── NudgeRequestAsync every 30 s ± 3 s ── hub
//   device ── UnregisterDeviceAsync ──▶ hub                     clean goodbye, then either side closes
import { z } from 'zod'
import {
  DeviceIdentity,
  DeviceKey,
  DeviceRegistration,
  DeviceStatus,
  NudgeAnswer,
  NudgeResponse,
  SystemReport,
} from '../device.ts'
import { DeviceRole } from '../device-role.ts'
import { TraceId } from '../ids.ts'
import { JobsReport } from '../labels/job-report.ts'
import { CarriedAssignment, ConfigReport } from '../printer-assignment.ts'
import { PrinterList } from '../printer.ts'
import {
  Challenge,
  DeviceProof,
  NewIdentity,
  PairingAnswer,
  PairingRequest,
  PharmacyChange,
} from '../pairing.ts'
import { deviceRequestCall, deviceRequests } from './device-requests.ts'
import { helpEvents, helpNews } from './help-events.ts'
import { AnyHubCode, type Contract } from './request-reply.ts'

/** Largest relayed payload, in bytes (design.md 3, Hubs). */
export const MAX_RELAY_BYTES = 65_536
/** Largest message the hub's socket accepts, in bytes: a payload and its envelope. */
export const MAX_HUB_MESSAGE_BYTES = 131_072

const None = z.null()
/** Longer ones are answered TOO_LARGE. */
const AnyBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, {
  error: 'must be a byte array',
})
const Payload = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.byteLength <= MAX_RELAY_BYTES,
  {
    error: `must be a byte array of at most ${MAX_RELAY_BYTES} bytes`,
  },
)

export const IRelayHub = {
  /** PAIRING_REFUSED; RATE_LIMITED beyond ten a minute from one address; QUEUE_FULL when the pharmacy is full. */
  PairDeviceAsync: { args: z.tuple([PairingRequest]), reply: PairingAnswer },
  RegisterDeviceAsync: { args: z.tuple([DeviceRegistration]), reply: DeviceIdentity },
  UnregisterDeviceAsync: { args: z.tuple([]), reply: None },
  /**
   * Answered when the target's socket has taken it, which says nothing of the target. RATE_LIMITED goes on for 100 ms, and
   * then the same message may be sent again; 8 messages to one device at a time, QUEUE_FULL beyond it.
   */
  RelayMessageAsync: { args: z.tuple([DeviceKey, AnyBytes]), reply: None },
  NudgeAsync: { args: z.tuple([DeviceKey]), reply: NudgeResponse },
  UpdateRoleAsync: { args: z.tuple([DeviceRole]), reply: None },
  ReportSystemAsync: { args: z.tuple([SystemReport]), reply: None },
  ReportPrintersAsync: { args: z.tuple([PrinterList]), reply: None },
  ReportConfigAsync: { args: z.tuple([ConfigReport]), reply: None },
  /** On connect, and on change: counters at most every 30 s, what waits at most every 10 s. */
  ReportJobsAsync: { args: z.tuple([JobsReport]), reply: None },
  ...helpEvents,
} as const satisfies Contract

/** Why the hub ends a session, in words for the tray. */
export const SessionEnd = z.strictObject({ code: AnyHubCode, message: z.string().max(500) })
/** When to come back: uniformly within `windowMs` after `afterMs`. */
export const RestartNotice = z.strictObject({
  afterMs: z.int().min(0).max(600_000),
  windowMs: z.int().min(0).max(600_000),
})

export const IRelayClient = {
  /** The first event of every connection. */
  ChallengeAsync: { args: z.tuple([Challenge]), reply: DeviceProof },
  /** Answered once the device keeps it; it then registers anew. */
  PharmacyChangedAsync: { args: z.tuple([PharmacyChange]), reply: None },
  /** Answered before the device begins; it then connects with its new identity. */
  NewIdentityAsync: { args: z.tuple([NewIdentity]), reply: None },
  /** The one event that the hub sends without an acknowledgement: nobody waits for it. */
  ReceiveMessageAsync: { args: z.tuple([DeviceKey, Payload]), reply: None },
  RoleChangedAsync: { args: z.tuple([DeviceRole]), reply: None },
  /** Answered once the device keeps it; what became of it is reported. Goes out right after RoleChangedAsync. */
  PrinterConfigChangedAsync: { args: z.tuple([CarriedAssignment]), reply: None },
  ...deviceRequests,
  /**
   * One of these, with what it is called in the logs; answered like it. Only a device whose hello says that it knows this is
   * asked so: one that knows the documented events alone may answer anything to another one.
   */
  AskTracedAsync: {
    args: z.tuple([z.strictObject({ ...deviceRequestCall, traceId: TraceId })]),
    reply: z.unknown(),
  },
  ...helpNews,
  NudgeRequestAsync: { args: z.tuple([NudgeResponse]), reply: NudgeAnswer },
  DeviceStatusChangedAsync: { args: z.tuple([DeviceKey, DeviceStatus]), reply: None },
  SessionReplacedAsync: { args: z.tuple([]), reply: None },
  SessionEndedAsync: { args: z.tuple([SessionEnd]), reply: None },
  RestartingAsync: { args: z.tuple([RestartNotice]), reply: None },
} as const satisfies Contract
