// The contract of the store hub, hosted by the store API at /hubs; the portal is its client, with a service token.
//
//   portal ── connect, handshake auth = {token} ──▶ store API
//   portal ── SubscribeAsync(hubId, afterEventId) ──▶ store API    rows after that id follow, then new ones as they commit
//   portal ◀── RelayEventsAsync(rows) ── store API                 ids rise; a repeated row is dropped by its id
import { z } from 'zod'
import { CloseReason, DeviceKey, DeviceStatus } from '../device.ts'
import { Id, Instant, Uuid, lineOfText } from '../ids.ts'
import type { Contract } from './request-reply.ts'

const None = z.null()
const EventId = z.int().min(0)

const row = { id: EventId, customerId: Id, at: Instant }

/** One committed change, in the order of commit. Rows are kept 30 days. */
export const RelayEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    ...row,
    kind: z.literal('presence'),
    computerId: Id,
    deviceKey: DeviceKey,
    /** Rises with each visible change of this device; an older one never replaces a newer one. */
    presenceSeq: z.int().min(1),
    status: DeviceStatus,
    reason: CloseReason.nullable(),
  }),
  /** Something else of one computer changed: its report, its role, its name. */
  z.strictObject({ ...row, kind: z.literal('computer'), computerId: Id }),
  /** The pharmacy itself changed. */
  z.strictObject({ ...row, kind: z.literal('customer') }),
])
export type RelayEvent = z.infer<typeof RelayEvent>

/** Portal to store API. `afterEventId` null: only what commits from now on. The reply tells the newest id. */
export const IStoreHub = {
  SubscribeAsync: {
    args: z.tuple([Uuid, EventId.nullable()]),
    reply: z.strictObject({ lastEventId: EventId, replayed: z.boolean() }),
  },
} as const satisfies Contract

export const SupportTask = z.strictObject({
  id: Id,
  customerId: Id,
  subject: lineOfText(200),
  claimedBy: lineOfText(120).nullable(),
  at: Instant,
})
export const SupportMessage = z.strictObject({
  taskId: Id,
  senderName: lineOfText(120),
  text: z.string().min(1).max(4_000),
  at: Instant,
})

/** Store API to portal: relay events and the five documented support-task events. */
export const IStoreClient = {
  RelayEventsAsync: { args: z.tuple([z.array(RelayEvent).min(1).max(500)]), reply: None },
  ReceiveNewSupportTaskAsync: { args: z.tuple([SupportTask]), reply: None },
  ReceiveDoSupportTaskAsync: { args: z.tuple([SupportTask]), reply: None },
  ReceiveLeaveSupportTaskAsync: { args: z.tuple([SupportTask]), reply: None },
  ReceiveRemoveSupportTaskAsync: { args: z.tuple([SupportTask]), reply: None },
  ReceiveMessageAsync: { args: z.tuple([SupportMessage]), reply: None },
} as const satisfies Contract

/** What a client of the store hub or identity hub presents in the handshake. */
export const ServiceHello = z.strictObject({ token: z.string().min(1).max(4_096) })
