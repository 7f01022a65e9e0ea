// The contract of the store hub, hosted by the store API at /hubs; the portal is its client, with a service token.
//
//   portal ── connect, handshake auth = ServiceHello ──▶ store API
//   portal ── SubscribeAsync(hubId, afterEventId) ──▶ store API    rows after that id follow, then new ones as they commit
//   portal ◀── PushPrinterConfigAsync, AskDeviceAsync, AskTracedAsync ── store API    for devices of that hub
//   portal ◀── SessionSupersededAsync, SessionRevokedAsync, NewIdentityAsync ── store API    sessions of that hub
//   portal ◀── RelayEventsAsync(rows) ── store API                 ids rise; a repeated row is dropped by its id
//   portal ── SupportPresenceAsync ──▶ store API ── SupportPresenceAsync ──▶ all portals    who looks at a task; kept nowhere
//   portal ◀── ReceiveNewSupportTaskAsync, … ReceiveMessageAsync   rows of the same outbox, in their place among the others
import { z } from 'zod'
import { CloseReason, DeviceKey, DeviceStatus, Presence } from '../device.ts'
import { StaffPresence, TaskPresence } from '../api/support/task-presence.ts'
import { MessageAuthor, Priority, Seq, TaskOrigin, TaskState, TaskTurn } from '../api/support/support-task.ts'
import { Id, Instant, TraceId, Uuid, lineOfForeignText } from '../ids.ts'
import { CarriedAssignment } from '../printer-assignment.ts'
import { NewIdentity } from '../pairing.ts'
import { deviceRequestCall } from './device-requests.ts'
import { SessionEnd } from './relay-hub.ts'
import { growing } from '../wire.ts'
import type { Contract } from './request-reply.ts'

const None = z.null()
const EventId = z.int().min(0)

const row = { id: EventId, customerId: Id, at: Instant }

/** One committed change, in the order of commit. Rows are kept 30 days. */
export const RelayEvent = growing(
  z.discriminatedUnion('kind', [
    z.strictObject({
      ...row,
      kind: z.literal('presence'),
      computerId: Id,
      deviceKey: DeviceKey,
      /** Rises with each visible change of this device; an older one never replaces a newer one. */
      presenceSeq: z.int().min(1),
      /** Follows from `presence`: Online is all but offline. */
      status: DeviceStatus,
      presence: Presence,
      /** Why the connection ended; null while it is there. */
      reason: CloseReason.nullable(),
    }),
    /** Something else of one computer changed: its report, its role, its name. */
    z.strictObject({ ...row, kind: z.literal('computer'), computerId: Id }),
    /** The pharmacy itself changed. */
    z.strictObject({ ...row, kind: z.literal('customer') }),
    /** A change that a later version tells: something of the pharmacy is not as it was. */
    z.strictObject({ ...row, kind: z.literal('other') }),
  ]),
  'other',
)
export type RelayEvent = z.infer<typeof RelayEvent>

/** Portal to store API. `afterEventId` null: only what commits from now on. The reply tells the newest id. */
export const IStoreHub = {
  SubscribeAsync: {
    args: z.tuple([Uuid, EventId.nullable()]),
    reply: z.strictObject({ lastEventId: EventId, replayed: z.boolean() }),
  },
  /** Every 20 s of each page of a task that is open, and when it changes. Of a task that is not there nobody is told. */
  SupportPresenceAsync: { args: z.tuple([StaffPresence]), reply: None },
} as const satisfies Contract

/**
 * A task as it was when the event was sent: whoever holds a later `version` of it does nothing. The fields after `at` are those
 * of later versions than the first. `subject` without words of a person is the code of the problem, or `help`.
 */
export const SupportTask = z.strictObject({
  id: Id,
  customerId: Id,
  subject: lineOfForeignText(200),
  claimedBy: lineOfForeignText(120).nullable(),
  at: Instant,
  /** The row of the outbox: a cursor, as the ids of relay events. */
  eventId: EventId.optional(),
  version: z.int().min(1).optional(),
  state: TaskState.optional(),
  computerId: Id.nullable().optional(),
  origin: TaskOrigin.optional(),
  priority: Priority.optional(),
  turn: TaskTurn.optional(),
  lastSeq: Seq.optional(),
  /** Who did it; null: the platform itself, or the pharmacy. */
  by: lineOfForeignText(120).nullable().optional(),
})
export type SupportTask = z.infer<typeof SupportTask>

/** Notes of staff are among them (`isInternal`): never for a device. The text of an erased one is `…`. */
export const SupportMessage = z.strictObject({
  taskId: Id,
  senderName: lineOfForeignText(120),
  text: z.string().min(1).max(4_000),
  at: Instant,
  eventId: EventId.optional(),
  customerId: Id.optional(),
  /** Of the task. */
  computerId: Id.nullable().optional(),
  seq: z.int().min(1).optional(),
  author: MessageAuthor.optional(),
  isInternal: z.boolean().optional(),
})
export type SupportMessage = z.infer<typeof SupportMessage>

/** Assignments in one message. */
export const MAX_PUSHES = 50
/** Clients in the documents of one message, which are nearly all of its bytes: as many as one document may have. */
export const MAX_PUSHED_CLIENTS = 500
/** Bytes of one message to a portal. The longest, 500 clients of which each changed its key four times, stays below. */
export const MAX_STORE_MESSAGE_BYTES = 8_388_608
/** An assignment for the device of one session; a session that is gone is passed over, its device learns on return. */
export const PrinterConfigPush = z.strictObject({ sessionId: Uuid, assignment: CarriedAssignment })
export type PrinterConfigPush = z.infer<typeof PrinterConfigPush>

/** Sessions in one message. */
export const MAX_ENDED_SESSIONS = 500
/**
 * A session that staff ended: its row is closed with `reason`. The device is told `end`; null tells it nothing, and it
 * connects anew at once. A session that is gone already is passed over.
 */
export const RevokedSession = z.strictObject({
  sessionId: Uuid,
  reason: CloseReason,
  end: SessionEnd.nullable(),
})
export type RevokedSession = z.infer<typeof RevokedSession>

/** Store API to portal: relay events, requests for devices and the five documented support-task events. */
export const IStoreClient = {
  RelayEventsAsync: { args: z.tuple([z.array(RelayEvent).min(1).max(500)]), reply: None },
  /** Answered at once; how far each has come arrives as reports of the registry. */
  PushPrinterConfigAsync: { args: z.tuple([z.array(PrinterConfigPush).min(1).max(MAX_PUSHES)]), reply: None },
  /**
   * A request of device-requests.ts for the device of a session: its name and arguments. Answered with the device's answer;
   * PEER_OFFLINE: not here.
   */
  AskDeviceAsync: {
    args: z.tuple([Uuid, deviceRequestCall.name, deviceRequestCall.args]),
    reply: z.unknown(),
  },
  /** The same, with what it is called in the logs. A portal of an earlier version answers UNKNOWN_EVENT. */
  AskTracedAsync: {
    args: z.tuple([z.strictObject({ sessionId: Uuid, ...deviceRequestCall, traceId: TraceId })]),
    reply: z.unknown(),
  },
  /** Their devices have connected to another hub since: SessionReplacedAsync, then closed. */
  SessionSupersededAsync: { args: z.tuple([z.array(Uuid).min(1).max(MAX_ENDED_SESSIONS)]), reply: None },
  /** Answered at once; the sockets are closed within the second. */
  SessionRevokedAsync: {
    args: z.tuple([z.array(RevokedSession).min(1).max(MAX_ENDED_SESSIONS)]),
    reply: None,
  },
  /** For the device of one session: as on the relay hub. Answered when the device answered. */
  NewIdentityAsync: { args: z.tuple([Uuid, NewIdentity]), reply: None },
  ReceiveNewSupportTaskAsync: { args: z.tuple([SupportTask]), reply: None },
  ReceiveDoSupportTaskAsync: { args: z.tuple([SupportTask]), reply: None },
  ReceiveLeaveSupportTaskAsync: { args: z.tuple([SupportTask]), reply: None },
  ReceiveRemoveSupportTaskAsync: { args: z.tuple([SupportTask]), reply: None },
  ReceiveMessageAsync: { args: z.tuple([SupportMessage]), reply: None },
  /** In no order with the others, and not replayed. Whoever said nothing for 45 s is gone. */
  SupportPresenceAsync: { args: z.tuple([TaskPresence]), reply: None },
} as const satisfies Contract
