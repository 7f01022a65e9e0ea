// The handshake of a device: what it presents, and how a refusal looks to it.
import { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'

/**
 * Parses the handshake's auth. Throws HubError INVALID. A protocol that is too old passes: the registry refuses it and
 * remembers it for the panel.
 */
export function parseHello(auth: unknown): DeviceHello {
  const hello = readerOf(DeviceHello).safeParse(auth)
  if (hello.success) return hello.data
  throw new HubError('INVALID', z.prettifyError(hello.error).slice(0, 500))
}

/** A refusal in the form socket.io sends as connect_error: the client finds `data`. */
export class ConnectRefusal extends Error {
  readonly data: { readonly code: HubCode; readonly message: string; readonly retryAfterMs?: number }
  constructor(refusal: HubError) {
    super(refusal.message)
    this.name = 'ConnectRefusal'
    const { code, message, retryAfterMs } = refusal
    this.data = { code, message, ...(retryAfterMs === null ? {} : { retryAfterMs }) }
  }
}
