// What a service presents in the handshake of the store hub and the identity hub.
import { z } from 'zod'

/** `protocolVersion` (version.ts): who leaves it out speaks the first one. `token`: its service token. */
export const ServiceHello = z.strictObject({
  protocolVersion: z.int().min(0).max(1_000_000).default(1),
  token: z.string().min(1).max(4_096),
})
