// What the mesh needs of its connection: NATS's own client, or in tests a post without a server.
import type { Msg, NatsConnection, NodeConnectionOptions, Subscription } from '@nats-io/transport-node'

/** One request; whoever answers first is heard. */
export type MeshMessage = Pick<Msg, 'data' | 'respond'>

export interface MeshConnection extends Pick<
  NatsConnection,
  'closed' | 'isClosed' | 'close' | 'getServer' | 'status'
> {
  /** `timeout` in ms. Throws what nats-answers.ts tells apart. */
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
