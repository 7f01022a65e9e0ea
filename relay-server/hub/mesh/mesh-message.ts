// What hubs say to each other about one device, on its subject: a request, and exactly one reply.
//
//   request   2 bytes, big-endian: length of the head · head, JSON · payload of a relayed message
//   reply     JSON
import { z } from 'zod'
import { DeviceKey, NudgeResponse } from '@pharmacy-relay/shared/device.ts'
import { MAX_RELAY_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { AnyHubCode, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { Id, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { growing, readerOf } from '@pharmacy-relay/shared/wire.ts'
import type { PeerAddress } from '../sessions/session-table.ts'

/** Two hubs hold the same device: the larger `connSeq` wins. Of two that are equal, which the store never gives, one. */
const Claim = z.strictObject({ connSeq: z.int().min(1), hubId: Uuid })
export type Claim = z.infer<typeof Claim>

const MeshRequest = growing(
  z.discriminatedUnion('kind', [
    /** `customerId` in each is the pharmacy of whoever asks. */
    z.strictObject({ kind: z.literal('relay'), customerId: Id, from: DeviceKey }),
    z.strictObject({ kind: z.literal('nudge'), customerId: Id }),
    /** A hub is about to hold the device: one that holds an older session of it lets go before it answers. */
    z.strictObject({ kind: z.literal('claim'), customerId: Id, claim: Claim }),
    /** Asked by a later hub. */
    z.strictObject({ kind: z.literal('other'), customerId: Id }),
  ]),
  'other',
)
export type MeshRequest = z.infer<typeof MeshRequest>

const MeshReply = growing(
  z.discriminatedUnion('kind', [
    /** The target's socket took it. */
    z.strictObject({ kind: z.literal('delivered') }),
    z.strictObject({ kind: z.literal('nudged'), response: NudgeResponse }),
    /** `isYours` false: the hub that answers has a newer session of the device. */
    z.strictObject({ kind: z.literal('claimed'), isYours: z.boolean() }),
    z.strictObject({ kind: z.literal('refused'), code: AnyHubCode, message: z.string().max(500) }),
    /** An answer that a later hub gives. */
    z.strictObject({ kind: z.literal('other') }),
  ]),
  'other',
)
export type MeshReply = z.infer<typeof MeshReply>

/** Where whatever hub holds the device hears what other hubs send it. */
export function subjectOf({ customerId, deviceKey }: PeerAddress): string {
  return `relay.v1.${customerId}.${deviceKey}`
}

const LENGTH_BYTES = 2
const MAX_HEAD_BYTES = 512
const NO_PAYLOAD = new Uint8Array(0)

export function encodeRequest(request: MeshRequest, payload: Uint8Array = NO_PAYLOAD): Uint8Array {
  const head = Buffer.from(JSON.stringify(MeshRequest.parse(request)))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt16BE(head.byteLength)
  return Buffer.concat([length, head, payload])
}

/** Throws HubError INVALID. The payload is a view of `message`. */
export function decodeRequest(message: Uint8Array): {
  readonly request: MeshRequest
  readonly payload: Uint8Array
} {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const headBytes = bytes.byteLength < LENGTH_BYTES ? 0 : bytes.readUInt16BE(0)
  const payload = bytes.subarray(LENGTH_BYTES + headBytes)
  if (headBytes === 0 || headBytes > MAX_HEAD_BYTES || payload.byteLength > MAX_RELAY_BYTES)
    throw unknownForm()
  return { request: parsed(MeshRequest, bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + headBytes)), payload }
}

export function encodeReply(reply: MeshReply): Uint8Array {
  return Buffer.from(JSON.stringify(MeshReply.parse(reply)))
}

/** Throws HubError INVALID. */
export function decodeReply(message: Uint8Array): MeshReply {
  return parsed(MeshReply, message)
}

function parsed<S extends z.ZodType>(schema: S, bytes: Uint8Array): z.output<S> {
  try {
    return readerOf(schema).parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    // What was sent is not repeated: it may hold anything.
    throw unknownForm()
  }
}

function unknownForm(): HubError {
  return new HubError('INVALID', 'A message between hubs has no known form')
}
