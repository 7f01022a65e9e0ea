// A device's connection without a network: what the hub sends it is looked at, what it asks is answered as over a socket.
import net from 'node:net'
import type { DeviceLink } from '@pharmacy-relay/relay-server/hub/sessions/device-socket.ts'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { IRelayClient, type IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { answer, ask, HubError, type EventSocket } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { deviceAnswers, type Watching } from './device-answers.ts'

type Listener = (event: string, ...args: unknown[]) => void

/** Nothing goes over it. */
const TCP = new net.Socket()
const ASK_LIMIT_MS = 120_000

export interface MemoryLink {
  /** The hub's end. */
  readonly link: DeviceLink
  /** What the device asks of the hub; the outcome's code. Arguments are whatever a hostile device may send. */
  ask(event: keyof typeof IRelayHub, ...args: unknown[]): Promise<string>
  /** The connection breaks. */
  cut(): void
}

/** `watching` sees whatever the hub sends. */
export function newMemoryLink(watching: Watching): MemoryLink {
  const toHub = newLine()
  const toDevice = newLine()
  const gone = Promise.withResolvers<CloseReason>()
  let closeReason: CloseReason | null = null
  const close = (reason: CloseReason): void => {
    closeReason ??= reason
    gone.resolve(closeReason)
  }
  answer(toDevice, IRelayClient, { handlers: deviceAnswers(watching), logger: silentLogger })
  const link: DeviceLink = {
    tcp: TCP,
    get usable() {
      return closeReason === null
    },
    get closeReason() {
      return closeReason
    },
    closed: gone.promise,
    events: toHub,
    ask: async (request) => ask(toDevice, IRelayClient, request),
    tell: (event, args) => void toDevice.emit(event, ...args),
    pass: async (args) => {
      if (closeReason !== null) throw new HubError('PEER_GONE', 'The device is gone')
      toDevice.emit('ReceiveMessageAsync', ...args)
    },
    close,
  }
  return {
    link,
    ask: async (event, ...args) => outcomeOf(toHub, event, args),
    cut: () => close('transport_close'),
  }
}

/** Both ends in one: what is emitted is heard by who listens. */
function newLine(): EventSocket {
  const listeners: Listener[] = []
  return {
    onAny: (listener) => listeners.push(listener),
    emit: (event, ...args) => {
      for (const listener of listeners) listener(event, ...args)
    },
  }
}

/** As a socket carries it: the contract's types are the hub's to check. */
async function outcomeOf(line: EventSocket, event: string, args: readonly unknown[]): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('no outcome'), ASK_LIMIT_MS)
    line.emit(event, ...args, (reply: { ok: boolean; code?: string }) => {
      clearTimeout(timer)
      resolve(reply.ok ? 'done' : (reply.code ?? 'no code'))
    })
  })
}
