// An open WebSocket: bytes both ways between client and service until either ends or both are silent for too long.
import type { Socket } from 'node:net'

export interface TunnelEnds {
  readonly client: Socket
  readonly upstream: Socket
  /** What the client sent before the service had agreed. */
  readonly fromClient: Buffer
  /** What the service sent together with its agreement. */
  readonly fromUpstream: Buffer
  readonly idleMs: number
}

/** Joins the two; `onClosed` is called once both are gone. Returns how to cut it. */
export function openTunnel(ends: TunnelEnds, onClosed: () => void): () => void {
  const { client, upstream } = ends
  const cut = (): void => {
    client.destroy()
    upstream.destroy()
  }
  if (ends.fromClient.length > 0) upstream.write(ends.fromClient)
  if (ends.fromUpstream.length > 0) client.write(ends.fromUpstream)
  // Either direction counts as life: what one socket reads, the other writes.
  client.setTimeout(ends.idleMs, cut)
  client.setNoDelay(true)
  client.on('error', cut)
  upstream.on('error', cut)
  client.pipe(upstream)
  upstream.pipe(client)
  client.once('close', () => (upstream.destroyed ? onClosed() : upstream.destroySoon()))
  upstream.once('close', () => (client.destroyed ? onClosed() : client.destroySoon()))
  return cut
}
