// What NATS's client says when a request has no reply.
import { errors } from '@nats-io/transport-node'

/** True when the server knew nobody to hand the request to: it reached nobody. */
export function isNobodyThere(error: unknown): boolean {
  return error instanceof errors.RequestError && error.isNoResponders()
}

/** True when the connection was gone before the request could leave. */
export function isNotSent(error: unknown): boolean {
  return error instanceof errors.ClosedConnectionError
}
