// An agent of the model: one connection at a time, dialled again when it ends, and what the hub asks of it answered.
import { randomUUID } from 'node:crypto'
import { instant } from '@pharmacy-relay/shared/clock.ts'
import type { NudgeAnswer } from '@pharmacy-relay/shared/device.ts'
import { HUB_CODES, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { PairedComputer } from '@pharmacy-relay/relay-server/store-api/test/fleet-rows.queries.ts'
import type { Session } from '@pharmacy-relay/relay-server/hub/sessions/session.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ModelHub } from './model-hub.ts'
import { ModelSocket } from './model-socket.ts'

export interface Identity extends PairedComputer {
  /** Which case it belongs to, and which of its devices it is. */
  readonly at: { readonly life: number; readonly device: number }
}

/** A connection as both ends together know it. */
export interface Connection {
  readonly agent: ModelAgent
  readonly hub: ModelHub
  readonly session: Session
  readonly socket: ModelSocket
  /** When the hub answered its registration. */
  registeredAtMs: number | null
  /** When the first of its ends was gone. */
  endedAtMs: number | null
}

export interface AgentParts {
  readonly clock: Clock
  /** Uniform, from 0 up to but without 1. */
  readonly chance: () => number
  /** A hub that runs; null when none does. */
  readonly anyHub: () => ModelHub | null
  readonly dialled: (connection: Connection) => void
  readonly received: (to: ModelAgent, from: string, payload: Uint8Array) => void
}

const REDIAL_MS = 10_000

export class ModelAgent {
  readonly identity: Identity
  /** Since when it does not answer, although its connection lives; null while it does. */
  hangingSinceMs: number | null = null
  /** Its machine stands still with everything on it. */
  isAsleep = false
  /** Runs, and wants to be connected. */
  isOn = false
  /** Refused for good: a person has to do something. */
  isRefused = false
  assignment: PrinterAssignment | null = null
  connection: Connection | null = null
  /** Ids of labels that it took, on its disk. */
  readonly ledger = new Set<string>()
  readonly #parts: AgentParts
  #bootId = randomUUID()
  #seq = 0
  #cancelRedial = (): void => {}

  constructor(identity: Identity, parts: AgentParts) {
    this.identity = identity
    this.#parts = parts
  }

  /** Leaves what it was connected to, as a process that starts or an office whose line changed. */
  connect(hub: ModelHub, isSameBoot: boolean): void {
    if (this.isRefused || this.isAsleep) return
    if (!isSameBoot || !this.isOn) this.#bootId = randomUUID()
    this.isOn = true
    this.#leave(this.#parts.chance() < 0.5 ? 'pulled' : 'killed')
    this.#dial(hub)
  }

  /** Goes on answering, or does no more. */
  hang(isHanging: boolean): void {
    this.hangingSinceMs = isHanging ? (this.hangingSinceMs ?? this.#parts.clock.monotonicMs()) : null
  }

  drop(how: 'bye' | 'killed' | 'pulled' | 'blip'): void {
    if (this.isAsleep) return
    const { connection } = this
    this.isOn = how === 'blip' && this.isOn
    if (how === 'bye' && connection?.registeredAtMs !== null) this.#sayGoodbye(connection)
    else this.#leave(how === 'pulled' ? 'pulled' : 'killed')
    if (this.isOn) this.#redial()
  }

  /** Hears and sends nothing for so long, and then goes on with the connection that it had. */
  sleep(forMs: number): void {
    if (this.isAsleep) return
    this.isAsleep = true
    const socket = this.connection?.socket
    socket?.sleep()
    this.#parts.clock.after(forMs, () => {
      this.isAsleep = false
      socket?.wake()
      if (this.isOn && this.connection === null) this.#redial()
    })
  }

  /** The hub's process is gone; the system says so. */
  lost(connection: Connection): void {
    this.#ended(connection)
    if (this.connection !== connection) return
    this.connection = null
    if (this.isOn) this.#redial()
  }

  #dial(hub: ModelHub): void {
    const { clock } = this.#parts
    this.#cancelRedial()
    const { installId, certificate } = this.identity
    const socket = new ModelSocket(clock, (event, args) => this.#answer(event, args))
    const hello = { protocolVersion: 1, agentVersion: '1.0.0', installId, bootId: this.#bootId }
    const session = hub.admit({ socket, hello, certificate })
    const connection: Connection = {
      agent: this,
      hub,
      session,
      socket,
      registeredAtMs: null,
      endedAtMs: null,
    }
    this.connection = connection
    this.#parts.dialled(connection)
    void socket.closed.then(() => this.lost(connection))
    hub.register(session, registrationOf(this.identity)).then(
      () => {
        if (connection.endedAtMs === null) connection.registeredAtMs = clock.monotonicMs()
      },
      (error: unknown) => {
        const isFinal = error instanceof HubError && HUB_CODES[error.code] === 'final'
        if (isFinal && this.connection === connection) this.isRefused = true
      },
    )
  }

  #redial(): void {
    const { clock, chance, anyHub } = this.#parts
    this.#cancelRedial()
    this.#cancelRedial = clock.after(chance() * REDIAL_MS, () => {
      const hub = anyHub()
      if (!this.isOn || this.isRefused || this.isAsleep) return
      if (hub === null) this.#redial()
      else this.#dial(hub)
    })
  }

  #leave(how: 'killed' | 'pulled'): void {
    const { connection } = this
    this.#cancelRedial()
    this.connection = null
    if (connection === null) return
    this.#ended(connection)
    if (how === 'pulled') connection.socket.goDead()
    else connection.socket.reset()
  }

  #sayGoodbye(connection: Connection | null): void {
    this.#cancelRedial()
    this.connection = null
    if (connection === null) return
    this.#ended(connection)
    connection.hub.unregister(connection.session).catch(() => connection.socket.reset())
  }

  #ended(connection: Connection): void {
    connection.endedAtMs ??= this.#parts.clock.monotonicMs()
  }

  async #answer(event: string, args: readonly unknown[]): Promise<unknown> {
    if (event === 'ReceiveMessageAsync') {
      const [from, payload] = args as [string, Uint8Array]
      return this.#parts.received(this, from, payload)
    }
    if (event === 'SessionEndedAsync') return null
    if (this.hangingSinceMs !== null) return new Promise(() => undefined)
    if (event === 'NudgeRequestAsync') return this.#pulse()
    if (event === 'PrinterConfigChangedAsync') this.#take(args[0] as PrinterAssignment)
    return null
  }

  /** An older one, or the same once more, changes nothing. */
  #take(assignment: PrinterAssignment): void {
    if (assignment.version > (this.assignment?.version ?? 0)) this.assignment = assignment
  }

  #pulse(): NudgeAnswer {
    this.#seq += 1
    return {
      isAlive: true,
      latencyMs: 0,
      timestamp: instant(this.#parts.clock.wallMs()),
      seq: this.#seq,
      bootId: this.#bootId,
      queueDepth: 0,
      configVersion: this.assignment?.version ?? 0,
      configHash: this.assignment?.hash ?? '',
    }
  }
}

function registrationOf({ pharmacyId, at }: Identity) {
  return {
    computerName: `PC-${at.device + 1}`,
    username: 'till',
    localIpAddress: '192.168.1.10',
    email: '',
    clientVersion: '1.0.0',
    pharmacyId,
    role: 'None' as const,
  } as const
}
