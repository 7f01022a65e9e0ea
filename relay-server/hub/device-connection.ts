// One device's connection from the handshake on: challenged at once, then what it asks is answered until it is gone.
import type { IncomingMessage } from 'node:http'
import { IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { answer, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Socket } from 'socket.io'
import { addressKeys } from '../http/address-keys.ts'
import { challenge, type ChallengeParts } from './admission/challenge.ts'
import { deviceHandlers, type DeviceHandlersParts } from './device-handlers.ts'
import { DeviceSocket } from './sessions/device-socket.ts'
import { type FloodParts, watchForFloods } from './admission/flood.ts'
import type { Heartbeats } from './presence/heartbeat.ts'
import { parseHello } from './admission/hello.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { RegistrationDeadlines } from './admission/registration-deadline.ts'
import { Session } from './sessions/session.ts'
import type { HubSettings } from './limits/settings.ts'

export interface DeviceConnectionParts
  extends DeviceHandlersParts, FloodParts, Pick<ChallengeParts, 'isKnownAs'> {
  readonly settings: HubSettings
  readonly heartbeats: Heartbeats
  readonly deadlines: RegistrationDeadlines
  /** Every connected socket by its session. */
  readonly connected: Map<string, Session>
  readonly random: Random
  readonly clientAddress: (request: IncomingMessage) => string
}

export function serveDevice(socket: Socket, parts: DeviceConnectionParts): void {
  const { registrations, heartbeats, connected, random, logger } = parts
  const device = new DeviceSocket(socket, parts)
  const remoteIp = addressKeys(parts.clientAddress(socket.request))?.address ?? null
  // The peer left between its handshake and this moment.
  if (remoteIp === null) return device.close('transport_close')
  const hello = parseHello(socket.handshake.auth)
  forgetUpgrade(socket)
  const proof = challenge({ socket: device, hello }, parts)
  // Whoever registers hears of it; a device that asks nothing is told by the challenge.
  proof.catch(() => undefined)
  const session = new Session({ sessionId: random.uuid(), socket: device, hello, remoteIp, proof })
  connected.set(session.sessionId, session)
  void device.closed.then((reason) => {
    // A device that only left the namespace would keep a connection that nobody counts.
    socket.conn.close()
    connected.delete(session.sessionId)
    heartbeats.stop(session)
    registrations.disconnected(session, reason)
  })
  answer(device.events, IRelayHub, {
    // Made for each event: most devices are quiet, and their functions would be a kilobyte each.
    get handlers() {
      return inTime(session, parts)
    },
    logger,
    onNotUnderstood: watchForFloods(session, socket.conn, parts),
  })
}

/**
 * socket.io keeps the upgrade's request and head as long as the socket, 4 KB a device, and nobody asks for them again. To
 * let go of the request is its own advice (socket.io/docs/v4/memory-usage); its code allows for none.
 */
function forgetUpgrade(socket: Socket): void {
  Object.assign(socket.conn, { request: null })
  Object.assign(socket, { handshake: null })
}

/** The deadline ends with the request of a device that proved its key, and begins again once it is paired. */
function inTime(session: Session, parts: DeviceConnectionParts): Handlers<typeof IRelayHub> {
  const { deadlines } = parts
  const { socket, proof } = session.facts
  const handlers = deviceHandlers(session, parts)
  return {
    ...handlers,
    PairDeviceAsync: async (request) => {
      await proof
      deadlines.end(socket.tcp)
      const paired = await handlers.PairDeviceAsync(request)
      deadlines.begin(socket.tcp, () => socket.close('protocol_error'))
      return paired
    },
    RegisterDeviceAsync: async (registration) => {
      await proof
      deadlines.end(socket.tcp)
      return handlers.RegisterDeviceAsync(registration)
    },
  }
}
