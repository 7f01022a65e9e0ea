// What the mesh needs of its connection: NATS's own client, or in tests a post without a server.
import {
  errors,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
  type Subscription,
} from '@nats-io/transport-node'

/** One request; whoever answers first is heard. */
export type MeshMessage = Pick<Msg, 'data' | 'respond'>

export interface MeshConnection extends Pick<
  NatsConnection,
  'closed' | 'isClosed' | 'close' | 'getServer' | 'status'
> {
  /** `timeout` in ms. Throws what `isNobodyThere` and `isNotSent` tell apart. */
  request(
    subject: string,
    payload: Uint8Array,
    options: { readonly timeout: number },
  ): Promise<Pick<Msg, 'data'>>
  subscribe(subject: string, options: { readonly callback: MeshListener }): MeshSubscription
}

export type MeshListener = (error: Error | null, message: MeshMessage) => void
export type MeshSubscription = Pick<Subscription, 'drain'>

/** Throws when it does not come about. */
export type ConnectMesh = (options: NodeConnectionOptions) => Promise<MeshConnection>

/** True when the server knew nobody to hand the request to: it reached nobody. */
export function isNobodyThere(error: unknown): boolean {
  return error instanceof errors.RequestError && error.isNoResponders()
}

/** True when the connection was gone before the request could leave. */
export function isNotSent(error: unknown): boolean {
  return error instanceof errors.ClosedConnectionError
}
