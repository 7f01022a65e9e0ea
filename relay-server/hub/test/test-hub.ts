// For tests: a hub on a free port with a registry in memory, and devices that are real socket.io clients.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { DeviceHello, DeviceIdentity, DeviceRegistration } from '@pharmacy-relay/shared/device.ts'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { forEachRequest } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { IRelayClient, IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import {
  HubError,
  answer,
  ask,
  type ArgsIn,
  type DataOut,
  type Handlers,
} from '@pharmacy-relay/shared/hub/request-reply.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { listen } from '../../http/listen.ts'
import { HubMesh } from '../mesh/hub-mesh.ts'
import { NatsUrlText } from '../mesh/nats-servers.ts'
import { MemoryRegistry } from './memory-registry.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import type { RelayHubParts } from '../hub-parts.ts'
import { createRelayHub, type RelayHub } from '../relay-hub.ts'
import { DEFAULT_HUB_SETTINGS, type HubSettings } from '../limits/settings.ts'

type HubEvent = keyof typeof IRelayHub
type DeviceHandlers = Handlers<typeof IRelayClient>

export interface TestHub {
  readonly hub: RelayHub
  readonly registry: MemoryRegistry
  readonly url: string
  readonly server: Server
  /** A device that is connected and has not registered. */
  connect(options?: DeviceOptions): Promise<TestDevice>
  /** A device that is registered. */
  register(options?: DeviceOptions): Promise<TestDevice & { readonly identity: DeviceIdentity }>
}

export interface DeviceOptions {
  readonly pharmacyId?: number
  readonly hello?: Partial<DeviceHello>
  readonly handlers?: Partial<DeviceHandlers>
  /** Where it connects instead of to the hub itself. */
  readonly url?: string
  /** Host and port that its proof names, instead of where it connects. */
  readonly audience?: string
}

export interface TestDevice {
  readonly socket: Socket
  readonly hello: DeviceHello
  readonly registration: DeviceRegistration
  /** What the hub sent beside its challenge, oldest first. */
  readonly heard: { readonly event: string; readonly args: readonly unknown[] }[]
  readonly closed: Promise<string>
  ask<E extends HubEvent>(
    event: E,
    ...args: ArgsIn<(typeof IRelayHub)[E]>
  ): Promise<DataOut<(typeof IRelayHub)[E]>>
}

export interface TestHubOptions {
  readonly settings?: Partial<HubSettings>
  readonly clock?: Clock
  readonly logger?: Logger
  readonly leaseFailing?: boolean
  readonly clientAddress?: RelayHubParts['clientAddress']
  /** Support for its devices; left out: it knows none. */
  readonly helpDesk?: RelayHubParts['helpDesk']
  /** Where it finds other hubs. */
  readonly natsUrl?: string
  /** Of every device's last session at another hub. */
  readonly connSeqBefore?: number
}

export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const server = createServer()
  const registry = new MemoryRegistry(options.connSeqBefore)
  registry.leaseFailing = options.leaseFailing ?? false
  const { hub, mesh } = newHub(options, { server, registry })
  hub.start()
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' })
  const url = `http://127.0.0.1:${port}`
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await mesh?.stop()
  })
  const connect = async (device: DeviceOptions = {}) => connectDevice(device.url ?? url, device)
  const register = async (device: DeviceOptions = {}) => {
    const connected = await connect(device)
    const identity = await connected.ask('RegisterDeviceAsync', connected.registration)
    return { ...connected, identity }
  }
  return { hub, registry, url, server, connect, register }
}

function newHub(
  options: TestHubOptions,
  { server, registry }: { readonly server: Server; readonly registry: MemoryRegistry },
): { readonly hub: RelayHub; readonly mesh: HubMesh | null } {
  const { clock = systemClock, logger = silentLogger, clientAddress = socketAddress } = options
  const settings = { ...DEFAULT_HUB_SETTINGS, ...options.settings }
  const shared = { settings, clock, logger, random: systemRandom() }
  const servers = NatsUrlText.parse(options.natsUrl ?? '')
  const mesh = servers === null ? null : new HubMesh({ ...shared, hubId: registry.hubId, servers })
  const hub = createRelayHub({
    ...shared,
    server,
    registry,
    clientAddress,
    isKnownAs: (audience) => URL.parse(`http://${audience}`)?.hostname === '127.0.0.1',
    ...(mesh === null ? {} : { mesh }),
    ...(options.helpDesk === undefined ? {} : { helpDesk: options.helpDesk }),
  })
  return { hub, mesh }
}

export const socketAddress = (request: IncomingMessage): string => request.socket.remoteAddress ?? ''

export function newHello(changes: Partial<DeviceHello> = {}): DeviceHello {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentVersion: '1.0.0',
    installId: randomUUID(),
    bootId: randomUUID(),
    ...changes,
  }
}

/** A socket with this handshake that does not come back by itself; closed after the test. */
export function openSocket(url: string, auth: object, extraHeaders: Record<string, string> = {}): Socket {
  const socket = io(url, {
    path: HUB_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth,
    extraHeaders,
  })
  onTestFinished(() => void socket.disconnect())
  return socket
}

/** A device that is connected to the hub at `url` and has not registered. */
export async function connectDevice(url: string, options: DeviceOptions): Promise<TestDevice> {
  const hello = newHello(options.hello)
  const socket = openSocket(url, hello)
  const heard: { event: string; args: readonly unknown[] }[] = []
  socket.onAny((event: string, ...args: unknown[]) => {
    if (event === 'ChallengeAsync') return
    heard.push({ event, args: args.filter((argument) => !isAcknowledgement(argument)) })
  })
  answer(socket, IRelayClient, {
    handlers: { ...deviceHandlers(hello, options.audience ?? new URL(url).host), ...options.handlers },
    logger: silentLogger,
  })
  const closed = new Promise<string>((resolve) => socket.once('disconnect', (reason) => resolve(reason)))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const registration = newRegistration(options.pharmacyId ?? 1)
  return {
    socket,
    hello,
    registration,
    heard,
    closed,
    ask: async (event, ...args) => ask(socket, IRelayHub, { event, args, timeoutMs: 15_000 }),
  }
}

/** Has a device answer an event with a frame of any form. Its own handler must not answer. */
export function answerWith(device: TestDevice, event: string, frame: unknown): void {
  device.socket.onAny((heard: string, ...args: unknown[]) => {
    const acknowledge = args.at(-1)
    if (heard === event && isAcknowledgement(acknowledge)) acknowledge(frame)
  })
}

function isAcknowledgement(argument: unknown): argument is (frame: unknown) => void {
  return typeof argument === 'function'
}

/** Never answers. */
export async function never(): Promise<never> {
  return new Promise(() => undefined)
}

function newRegistration(pharmacyId: number): DeviceRegistration {
  return {
    computerName: 'COUNTER-1',
    username: 'pharmacy',
    localIpAddress: '10.0.0.7',
    email: '',
    clientVersion: '1.0.0',
    pharmacyId,
    role: 'None',
  }
}

/** Of every device of a test. */
const certificate = newCertificate()

function deviceHandlers(hello: DeviceHello, audience: string): DeviceHandlers {
  let seq = 0
  return {
    ChallengeAsync: async ({ nonce }) => certificate.prove({ nonce, audience, ...hello }),
    PharmacyChangedAsync: async () => null,
    NewIdentityAsync: async () => null,
    ReceiveMessageAsync: async () => null,
    RoleChangedAsync: async () => null,
    HelpChangedAsync: async () => null,
    SupportPresenceAsync: async () => null,
    PrinterConfigChangedAsync: async () => null,
    ...forEachRequest(() => async () => {
      throw new HubError('NOT_SUPPORTED', 'This computer is asked for nothing')
    }),
    // As agents of the first version.
    AskTracedAsync: async () => {
      throw new HubError('UNKNOWN_EVENT', 'There is no such event')
    },
    NudgeRequestAsync: async () => {
      seq += 1
      return {
        isAlive: true,
        latencyMs: 0,
        timestamp: new Date().toISOString(),
        seq,
        bootId: hello.bootId,
        queueDepth: 3,
        configVersion: 0,
        configHash: '',
      }
    },
    DeviceStatusChangedAsync: async () => null,
    SessionReplacedAsync: async () => null,
    SessionEndedAsync: async () => null,
    RestartingAsync: async () => null,
  }
}
