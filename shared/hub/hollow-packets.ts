// Packets on which the socket library of a hub's clients throws outside of every handler, so that the process would end.
import { z } from 'zod'

/** As engine.io (protocol 4) opens a connection. */
const Handshake = z.looseObject({
  sid: z.string(),
  upgrades: z.array(z.string()),
  pingInterval: z.number().min(1),
  pingTimeout: z.number().min(1),
})

interface PacketSource<P> {
  on(event: 'packet', listener: (packet: P) => void): unknown
}

/** The part of a client's socket that is used here; that of socket.io-client fits. */
export interface GuardedSocket {
  readonly io: PacketSource<{ readonly type: number; data?: unknown }> & {
    readonly engine: PacketSource<{ type: string; data?: unknown }>
  }
  connect(): unknown
}

/** Connects a socket that was not connected before. Its hub may say anything: the process lives. */
export function connectGuarded(socket: GuardedSocket): void {
  socket.io.on('packet', fillHollowPacket)
  socket.connect()
  socket.io.engine.on('packet', refuseWrongHandshake)
}

/** An event without a name gets one that nobody answers; the refusal of a connection without words gets some. */
function fillHollowPacket(packet: { readonly type: number; data?: unknown }): void {
  const [isEvent, isRefusal] = [packet.type === 2 || packet.type === 5, packet.type === 4]
  // A list of its own each: the library adds to it.
  if (isEvent) packet.data ??= ['']
  if (isRefusal) packet.data ??= { message: 'The hub refused the connection and did not say why' }
}

function refuseWrongHandshake(packet: { type: string; data?: unknown }): void {
  if (packet.type === 'open' && !isHandshake(packet.data)) packet.type = 'error'
}

function isHandshake(data: unknown): boolean {
  try {
    return typeof data === 'string' && Handshake.safeParse(JSON.parse(data)).success
  } catch {
    return false
  }
}
