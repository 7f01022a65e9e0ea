// One device's socket as the hub uses it: requests that end when the socket ends, and a close that says why.
import type { Socket as TcpSocket } from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { IRelayClient } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import {
  ask,
  type ArgsIn,
  type DataOut,
  type EventSocket,
  HubError,
  sendable,
  type HubCode,
} from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Socket } from 'socket.io'
import { Outgoing } from './outgoing.ts'
import type { HubSettings } from '../limits/settings.ts'

/** How long a device may take for what was sent before its connection is closed; then it is cut. */
export const GOODBYE_MS = 1_000

type ClientEvent = keyof typeof IRelayClient
export interface ClientRequest<E extends ClientEvent> {
  readonly event: E
  readonly args: ArgsIn<(typeof IRelayClient)[E]>
  readonly timeoutMs: number
}

/**
 * Events a device may leave unanswered before its socket is closed: each is held in memory until then. More than the
 * status events of the largest pharmacy in one burst.
 */
const MAX_UNANSWERED = 2_000

const REASON_BY_SOCKET_IO: Readonly<Record<string, CloseReason>> = {
  'ping timeout': 'ping_timeout',
  'transport error': 'transport_error',
  'parse error': 'protocol_error',
  'client namespace disconnect': 'bye',
}

/** An acknowledgement that is awaited; `settle` is null once nobody waits any more. */
interface Pending {
  settle: ((frame: unknown) => void) | null
}

export interface DeviceSocketParts {
  readonly clock: Clock
  readonly settings: Pick<HubSettings, 'drainWithinMs'>
}

/** What sessions use of it. */
export type DeviceLink = Pick<DeviceSocket, keyof DeviceSocket>

export class DeviceSocket {
  readonly #socket: Socket
  readonly #tcp: TcpSocket
  readonly #parts: DeviceSocketParts
  /** Null before the first message of another device. */
  #outgoing: Outgoing | null = null
  readonly #pending = new Set<Pending>()
  readonly #closed: Promise<CloseReason>
  #unanswered = 0
  #closeReason: CloseReason | null = null
  #gone = false

  constructor(socket: Socket, parts: DeviceSocketParts) {
    this.#socket = socket
    this.#tcp = socket.request.socket
    this.#parts = parts
    this.#closed = new Promise((resolve) => {
      socket.once('disconnect', (reason) => {
        this.#gone = true
        this.#closeReason ??= REASON_BY_SOCKET_IO[reason] ?? 'transport_close'
        this.#outgoing?.end()
        for (const pending of this.#pending) pending.settle?.(refusalFrame('PEER_GONE', 'The device is gone'))
        resolve(this.#closeReason)
      })
    })
  }

  /** What everything goes over. */
  get tcp(): TcpSocket {
    return this.#tcp
  }

  /** False once the socket is gone or is being closed. */
  get usable(): boolean {
    return !this.#gone && this.#closeReason === null
  }

  /** Why the socket is being closed, or was; null while it is open. */
  get closeReason(): CloseReason | null {
    return this.#closeReason
  }

  /** Resolves when the socket is gone. */
  get closed(): Promise<CloseReason> {
    return this.#closed
  }

  /** For `answer`, which listens. */
  get events(): EventSocket {
    return this.#socket
  }

  /** As `ask`; PEER_GONE as soon as the socket is gone. */
  async ask<E extends ClientEvent>(request: ClientRequest<E>): Promise<DataOut<(typeof IRelayClient)[E]>> {
    const pending: Pending = { settle: null }
    this.#pending.add(pending)
    const emitter: EventSocket = {
      onAny: () => undefined,
      emit: (event, ...args) => {
        const settle = args.pop()
        // `ask` always ends its arguments with the acknowledgement.
        pending.settle = settle as (frame: unknown) => void
        this.#emit(event, args, pending)
      },
    }
    try {
      return await ask(emitter, IRelayClient, request)
    } finally {
      // socket.io keeps the acknowledgement of an unanswered event for ever: it must not hold the payload too.
      pending.settle = null
      this.#pending.delete(pending)
    }
  }

  /** Sends one event and does not wait. */
  tell<E extends ClientEvent>(event: E, args: ArgsIn<(typeof IRelayClient)[E]>): void {
    this.#emit(event, sendable(IRelayClient[event], args), { settle: null })
  }

  /**
   * Sends one message of another device within the call, without an acknowledgement; resolves when the operating system
   * has taken it. Throws HubError PEER_GONE when the socket was gone before.
   */
  async pass(args: ArgsIn<(typeof IRelayClient)['ReceiveMessageAsync']>): Promise<void> {
    const gone = (): HubError => new HubError('PEER_GONE', 'The device is gone')
    if (this.#gone) throw gone()
    // It counts from its first message on: what was sent before leaves before.
    this.#outgoing ??= this.#newOutgoing()
    this.#socket.emit('ReceiveMessageAsync', ...args)
    if (!(await this.#outgoing.taken())) throw gone()
  }

  /**
   * Closes the connection after what was sent before, which the device has a second to take. Never socket.io's own
   * disconnect, after which its clients do not come back.
   */
  close(reason: CloseReason): void {
    if (this.#closeReason === null) this.#cutLater(reason)
    this.#closeReason ??= reason
    this.#socket.conn.close()
  }

  #newOutgoing(): Outgoing {
    const { clock, settings } = this.#parts
    return new Outgoing({
      connection: this.#socket.conn,
      clock,
      withinMs: settings.drainWithinMs,
      onStuck: () => this.#cut('backpressure'),
    })
  }

  #cutLater(reason: CloseReason): void {
    const cancel = this.#parts.clock.after(GOODBYE_MS, () => this.#cut(reason))
    this.#tcp.once('close', cancel)
  }

  // A close would wait for what the other side does not take.
  #cut(reason: CloseReason): void {
    this.#closeReason ??= reason
    this.#tcp.destroy()
  }

  #emit(event: string, args: readonly unknown[], pending: Pending): void {
    if (this.#gone) return pending.settle?.(refusalFrame('PEER_GONE', 'The device is gone'))
    this.#unanswered += 1
    if (this.#unanswered > MAX_UNANSWERED) return this.close('backpressure')
    this.#socket.emit(event, ...args, this.#acknowledgement(pending))
  }

  // In a function of its own, so that its closure holds `pending` and not the arguments that were sent.
  #acknowledgement(pending: Pending): (frame: unknown) => void {
    return (frame) => {
      this.#unanswered -= 1
      pending.settle?.(frame)
    }
  }
}

/** The reply leaves in a microtask of this turn; closing in the next turn keeps the order. */
export function closeBehindReply(
  { socket }: { readonly socket: Pick<DeviceLink, 'close'> },
  reason: CloseReason,
): void {
  setImmediate(() => socket.close(reason))
}

function refusalFrame(code: HubCode, message: string): { ok: false; code: HubCode; message: string } {
  return { ok: false, code, message }
}
