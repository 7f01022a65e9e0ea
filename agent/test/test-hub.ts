// A hub for tests: a real socket.io server that keeps to the relay contract and does what a test tells it.
import { randomBytes, verify, X509Certificate } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeviceRegistration, NudgeAnswer, SystemReport } from '@pharmacy-relay/shared/device.ts'
import { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import type { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import type { ConfigReport, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { JobsReport } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import type { helpEvents } from '@pharmacy-relay/shared/hub/help-events.ts'
import { IRelayClient, IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import {
  answer,
  ask,
  HubError,
  type DataOut,
  type Handlers,
  type HubCode,
} from '@pharmacy-relay/shared/hub/request-reply.ts'
import {
  proofText,
  type DeviceProof,
  type PairingAnswer,
  type PairingRequest,
} from '@pharmacy-relay/shared/pairing.ts'
import type { DeviceRequestName } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { Server, type Socket } from 'socket.io'
import { onTestFinished } from 'vitest'

type DeviceRequest = 'PrinterConfigChangedAsync' | 'AskTracedAsync' | DeviceRequestName

export const DEVICE_KEY = '3f'.repeat(32)

interface Refusal {
  readonly code: HubCode
  readonly message: string
  readonly retryAfterMs?: number
}

export class TestHub {
  readonly hellos: DeviceHello[] = []
  /** Of connections whose key was proven. */
  readonly proofs: DeviceProof[] = []
  readonly pairings: PairingRequest[] = []
  /** What whoever pairs gets. */
  pairingAnswer: PairingAnswer = { state: 'paired', pharmacyId: 7, pharmacyName: 'Central' }
  /** What the next codes get. */
  refusePairing: Refusal | null = null
  readonly remoteAddresses: (string | undefined)[] = []
  readonly registrations: DeviceRegistration[] = []
  readonly reports: SystemReport[] = []
  readonly roles: DeviceRole[] = []
  readonly printerLists: PrinterList[] = []
  readonly configs: ConfigReport[] = []
  readonly jobReports: JobsReport[] = []
  /** What every device gets right after it was registered. */
  assignment: PrinterAssignment | null = null
  readonly relayed: { readonly target: string; readonly length: number }[] = []
  goodbyes = 0
  /** How many had registered when each goodbye came. */
  readonly goodbyesAfter: number[] = []
  /** Called for each relayed message; what it throws is the outcome. */
  onRelayed: (target: string, message: Uint8Array) => void = () => undefined
  /** What the next handshakes get. */
  refuseHandshake: Refusal | null = null
  /** What the next reports of printers get. */
  refusePrinters: Refusal | null = null
  /** What the next registrations get. */
  refuseRegistration: Refusal | null = null
  /** What the next upgrade requests get instead of 101. */
  httpAnswer: { readonly status: number; readonly retryAfter: string } | null = null
  /** Answers what people ask of support. */
  support: Handlers<typeof helpEvents> = knowsNoSupport
  readonly #http: HttpServer
  readonly #io: Server

  constructor() {
    this.#http = createServer()
    this.#io = new Server({ path: HUB_PATH, transports: ['websocket'], serveClient: false })
    this.#io.use((socket, next) => {
      this.hellos.push(DeviceHello.parse(socket.handshake.auth))
      this.remoteAddresses.push(socket.handshake.address)
      next(this.refuseHandshake === null ? undefined : handshakeError(this.refuseHandshake))
    })
    this.#io.on('connection', (socket) => this.#serve(socket))
    this.#http.on('upgrade', (_request, connection) => {
      if (this.httpAnswer === null) return
      const { status, retryAfter } = this.httpAnswer
      connection.end(`HTTP/1.1 ${status} Busy\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0\r\n\r\n`)
    })
  }

  /** Listens; port 0 takes a free one. Closed after the test. */
  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#http.listen(port, '127.0.0.1', resolve))
    this.#io.attach(this.#http)
    onTestFinished(() => this.kill())
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Ends without a word to anybody. */
  async kill(): Promise<void> {
    this.#http.closeAllConnections()
    for (const socket of this.sockets()) socket.conn.close(true)
    await new Promise<void>((resolve) => void this.#io.close(() => resolve()))
  }

  sockets(): Socket[] {
    return [...this.#io.sockets.sockets.values()]
  }

  async nudge(latencyMs: number): Promise<NudgeAnswer> {
    const args = [{ isAlive: true, latencyMs, timestamp: new Date().toISOString() }] as [
      { isAlive: boolean; latencyMs: number; timestamp: string },
    ]
    return ask(this.#only(), IRelayClient, { event: 'NudgeRequestAsync', args, timeoutMs: 2_000 })
  }

  async say<
    E extends
      | 'SessionEndedAsync'
      | 'SessionReplacedAsync'
      | 'RestartingAsync'
      | 'RoleChangedAsync'
      | 'PharmacyChangedAsync'
      | 'NewIdentityAsync'
      | 'HelpChangedAsync'
      | 'SupportPresenceAsync'
      | 'ChallengeAsync',
  >(event: E, ...args: Parameters<typeof ask<typeof IRelayClient, E>>[2]['args']): Promise<void> {
    await ask(this.#only(), IRelayClient, { event, args, timeoutMs: 2_000 })
  }

  /** As after a change in the panel; also what devices get that register later. */
  async assign(assignment: PrinterAssignment | null): Promise<void> {
    this.assignment = assignment
    if (assignment !== null) await this.request('PrinterConfigChangedAsync', assignment)
  }

  async request<E extends DeviceRequest>(
    event: E,
    ...args: Parameters<typeof ask<typeof IRelayClient, E>>[2]['args']
  ): Promise<DataOut<(typeof IRelayClient)[E]>> {
    return ask(this.#only(), IRelayClient, { event, args, timeoutMs: 9_000 })
  }

  /** Behind the answer to a registration. Whoever is killed before it answers is told when it registers again. */
  #assignSoon(): void {
    if (this.assignment === null) return
    setImmediate(() => void this.assign(this.assignment).catch(() => undefined))
  }

  #only(): Socket {
    const [socket] = this.sockets()
    if (socket === undefined) throw new Error('no device is connected')
    return socket
  }

  /** As the real hub does; rejects when the key is not proven. */
  async #prove(socket: Socket): Promise<void> {
    const nonce = randomBytes(32).toString('base64url')
    const proof = await ask(socket, IRelayClient, {
      event: 'ChallengeAsync',
      args: [{ nonce, serverTime: new Date().toISOString() }],
      timeoutMs: 5_000,
    })
    const { installId, bootId } = DeviceHello.parse(socket.handshake.auth)
    const text = proofText({ nonce, audience: `127.0.0.1:${this.port}`, installId, bootId })
    const { publicKey } = new X509Certificate(proof.certificate)
    if (!verify('sha256', Buffer.from(text), publicKey, Buffer.from(proof.signature, 'base64')))
      throw new HubError('BAD_KEY', 'The proof is not good')
    this.proofs.push(proof)
  }

  #serve(socket: Socket): void {
    const proven = this.#prove(socket)
    proven.catch(() => undefined)
    answer(socket, IRelayHub, {
      logger: silentLogger,
      handlers: {
        PairDeviceAsync: async (request) => {
          await proven
          this.pairings.push(request)
          if (this.refusePairing !== null) throw hubError(this.refusePairing)
          return this.pairingAnswer
        },
        RegisterDeviceAsync: async (registration) => {
          await proven
          if (this.refuseRegistration !== null) throw hubError(this.refuseRegistration)
          this.registrations.push(registration)
          this.#assignSoon()
          return { deviceKey: DEVICE_KEY, connectionId: socket.id, publicIpAddress: '127.0.0.1' }
        },
        UnregisterDeviceAsync: async () => {
          this.goodbyes += 1
          this.goodbyesAfter.push(this.registrations.length)
          return null
        },
        ReportSystemAsync: async (report) => {
          this.reports.push(report)
          return null
        },
        RelayMessageAsync: async (target, message) => {
          this.relayed.push({ target, length: message.length })
          this.onRelayed(target, message)
          return null
        },
        NudgeAsync: async () => ({ isAlive: true, latencyMs: 0, timestamp: new Date().toISOString() }),
        UpdateRoleAsync: async (role) => {
          this.roles.push(role)
          return null
        },
        ReportPrintersAsync: async (printers) => {
          this.printerLists.push(printers)
          if (this.refusePrinters !== null)
            throw new HubError(this.refusePrinters.code, this.refusePrinters.message)
          return null
        },
        ReportJobsAsync: async (report) => {
          this.jobReports.push(report)
          return null
        },
        ReportConfigAsync: async (report) => {
          this.configs.push(report)
          return null
        },
        ...this.support,
      },
    })
  }
}

/** A hub that listens on a free port, or on the one given. */
export async function startTestHub(port = 0): Promise<TestHub> {
  const hub = new TestHub()
  await hub.start(port)
  return hub
}

const noSupport = async (): Promise<never> =>
  Promise.reject(new HubError('NOT_SUPPORTED', 'This hub knows no support'))
const knowsNoSupport = {
  AskForHelpAsync: noSupport,
  SendHelpMessageAsync: noSupport,
  ListHelpTasksAsync: noSupport,
  ListHelpMessagesAsync: noSupport,
  ReadHelpMessagesAsync: noSupport,
  AnswerHelpAsync: noSupport,
  SupportPresenceAsync: noSupport,
  SendHelpBundleAsync: noSupport,
  SendHelpLabelAsync: noSupport,
}

function hubError({ code, message, retryAfterMs }: Refusal): HubError {
  return new HubError(code, message, { retryAfterMs: retryAfterMs ?? null })
}

function handshakeError({ code, message, retryAfterMs }: Refusal): Error {
  return Object.assign(new Error(message), { data: { code, message, retryAfterMs } })
}
