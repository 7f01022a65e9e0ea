// Makes one socket to the hub: WebSocket only, no reconnection of the library's own, bound to the local address.
import { isIPv6 } from 'node:net'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import type { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { io, NodeWebSocket, type Socket } from 'socket.io-client'
import type { z } from 'zod'
import type { HttpAnswer } from './connect-failure.ts'

export type Hello = z.input<typeof DeviceHello>

export interface HubSocketOptions {
  readonly hubUrl: string
  readonly localAddress: string | null
  readonly hello: Hello
  /** The host answered the upgrade with something else than 101. */
  readonly onHttpAnswer: (answer: HttpAnswer) => void
}

/** The part of the `ws` package's socket that is used here. */
interface UpgradingSocket {
  once(event: 'unexpected-response', listener: (request: unknown, response: UpgradeResponse) => void): unknown
  terminate(): void
}
interface UpgradeResponse {
  readonly statusCode?: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The socket is not connected yet; `connectGuarded` opens it, `disconnect()` ends it for good. */
export function createHubSocket(options: HubSocketOptions): Socket {
  return io(options.hubUrl, {
    path: HUB_PATH,
    transports: [transportReporting(options.onHttpAnswer)],
    auth: options.hello,
    autoConnect: false,
    forceNew: true,
    reconnection: false,
    ...(options.localAddress === null ? {} : bound(options.localAddress)),
  })
}

// `family` beside it, else a host name may resolve to an address of the other family.
function bound(localAddress: string): { readonly localAddress: string; readonly family: number } {
  return { localAddress, family: isIPv6(localAddress) ? 6 : 4 }
}

/** socket.io hides the status and Retry-After of a refused upgrade; the `ws` socket below it does not. */
function transportReporting(onHttpAnswer: (answer: HttpAnswer) => void): typeof NodeWebSocket {
  return class extends NodeWebSocket {
    override createSocket(
      uri: string,
      protocols: string | string[] | undefined,
      options: object,
    ): UpgradingSocket {
      const limits = { followRedirects: false, maxPayload: MAX_HUB_MESSAGE_BYTES }
      const socket = super.createSocket(uri, protocols, { ...options, ...limits }) as UpgradingSocket
      socket.once('unexpected-response', (_request, response) => {
        const retryAfter = response.headers['retry-after']
        onHttpAnswer({
          status: response.statusCode ?? 0,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        })
        socket.terminate()
      })
      return socket
    }
  }
}
