// The handshake of a device: what it presents, and how a refusal looks to it.
import { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { z } from 'zod'

/**
 * Parses the handshake's auth. Throws HubError: BAD_KEY when only the enrolment key is malformed, else INVALID.
 * A protocol that is too old passes: the registry refuses it and remembers the fact for the panel.
 */
export function parseHello(auth: unknown): DeviceHello {
  const hello = DeviceHello.safeParse(auth)
  if (hello.success) return hello.data
  const onlyKey = hello.error.issues.every((issue) => issue.path[0] === 'enrolmentKey')
  throw new HubError(onlyKey ? 'BAD_KEY' : 'INVALID', z.prettifyError(hello.error).slice(0, 500))
}

/** A refusal in the form socket.io sends as connect_error: the client finds `data`. */
export class ConnectRefusal extends Error {
  readonly data: { readonly code: HubCode; readonly message: string }
  constructor(refusal: HubError) {
    super(refusal.message)
    this.name = 'ConnectRefusal'
    this.data = { code: refusal.code, message: refusal.message }
  }
}
