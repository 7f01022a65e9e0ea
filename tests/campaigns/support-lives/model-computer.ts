// A computer of a life: the real help desk of the agent over its own kept file, at one portal or at none.
import { HelpDesk } from '../../../agent/core/help/help-desk.ts'
import { KeptHelp } from '../../../agent/core/help/kept-help.ts'
import type { HelpLine } from '../../../agent/core/relay/help-line.ts'
import { notConnected } from '../../../agent/core/relay/hub-reasons.ts'
import { Session } from '@pharmacy-relay/relay-server/hub/sessions/session.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger as logger } from '@pharmacy-relay/shared/logger.ts'
import type { Dice } from '../../kit/dice.ts'
import { ModelSocket } from '../presence-model/model-socket.ts'
import { giveHelpFileBack, takeHelpFile, type HelpFile } from '../../../agent/core/help/test/help-files.ts'
import type { LeftOut } from './left-out.ts'
import type { Site } from './life-store.ts'
import type { ModelPortal } from './model-portal.ts'
import { carried, type Lane } from './post.ts'
import { uuidOf } from './uuids.ts'

/** As it is: seals have tests of their own, and would be a third of the time. */
const UNSEALED = { seal: (bytes: Uint8Array) => bytes, open: (bytes: Uint8Array) => bytes }
const HELLO = { protocolVersion: 1, agentVersion: '1.0.0', installId: '', bootId: '' }

export interface ModelComputerParts {
  readonly site: Site
  readonly clock: Clock
  readonly dice: Dice
  readonly leftOut: LeftOut
}

interface Connection {
  readonly portal: ModelPortal
  readonly session: Session
  readonly there: Lane
  readonly back: Lane
}

export class ModelComputer {
  readonly site: Site
  /** Everything that a person did here and was told yes, in order: the id, and where it was written. */
  readonly done: { readonly clientId: string; readonly key: string; readonly isRequest: boolean }[] = []
  readonly #parts: ModelComputerParts
  #file: HelpFile = takeHelpFile()
  #connection: Connection | null = null
  #kept: KeptHelp
  #desk: HelpDesk

  constructor(parts: ModelComputerParts) {
    this.#parts = parts
    this.site = parts.site
    this.#kept = this.#opened()
    this.#desk = this.#start()
  }

  get desk(): HelpDesk {
    return this.#desk
  }

  /** What support does not take stays here, with what was written behind it. */
  notTaken(): { readonly refused: ReadonlySet<string>; readonly isWaiting: boolean } {
    const all = this.#kept.all()
    const refused = new Set(all.filter(({ refusal }) => refusal !== null).map(({ clientId }) => clientId))
    const isRefused = (one: (typeof all)[number]): boolean =>
      refused.has(one.clientId) || refused.has(one.conversation)
    return {
      refused: new Set(all.filter(isRefused).map(({ clientId }) => clientId)),
      isWaiting: !all.every(isRefused),
    }
  }

  get isConnected(): boolean {
    return this.#connection?.portal.isStopped === false && this.#connection.there.isOpen
  }

  connect(portal: ModelPortal): void {
    this.cut()
    const { clock, site } = this.#parts
    const [there, back] = [portal.lane(), portal.lane()]
    // What the hub tells is under way as long as its answers are.
    const socket = new ModelSocket(clock, async () => {
      back.send(() => this.#desk.look())
      return Promise.resolve(null)
    })
    const facts = { sessionId: site.sessionId, socket, hello: HELLO, remoteIp: '203.0.113.5' }
    const session = new Session({ ...facts, proof: Promise.resolve('') })
    const { sessionId, customerId, computerId } = site
    session.opened = { kind: 'open', sessionId, customerId, computerId, deviceKey: 'K', connSeq: 1 }
    portal.sessions.add(session)
    this.#connection = { portal, session, there, back }
    this.#desk.look()
  }

  cut(): void {
    if (this.#connection === null) return
    const { portal, session, there, back } = this.#connection
    this.#connection = null
    portal.sessions.delete(session)
    there.break()
    back.break()
  }

  /** The agent ends and starts again, on the same file. */
  restart(): void {
    this.cut()
    void this.#desk.stop()
    if (this.#parts.leftOut === 'kept') this.#file = takeHelpFile()
    this.#kept = this.#opened()
    this.#desk = this.#start()
  }

  async stop(): Promise<void> {
    this.cut()
    await this.#desk.stop()
    for (const { clientId } of this.#kept.all()) this.#kept.forget(clientId)
    giveHelpFileBack(this.#file)
  }

  /** Clicked once, or twice. */
  ask(text: string | null): void {
    const clientId = uuidOf(this.#parts.dice)
    const request = { clientId, text, language: 'de', contactName: null }
    for (let clicks = this.#parts.dice.between(1, 2); clicks > 0; clicks -= 1) this.#desk.ask(request)
    this.done.push({ clientId, key: clientId, isRequest: true })
  }

  write(key: string, text: string): void {
    const clientId = uuidOf(this.#parts.dice)
    for (let clicks = this.#parts.dice.between(1, 2); clicks > 0; clicks -= 1)
      this.#desk.write({ key, clientId, text })
    this.done.push({ clientId, key, isRequest: false })
  }

  #opened(): KeptHelp {
    const pharmacyId = (): number => this.site.customerId
    return new KeptHelp({
      database: this.#file,
      sealer: UNSEALED,
      pharmacyId,
      clock: this.#parts.clock,
      logger,
    })
  }

  #start(): HelpDesk {
    const { site, clock, dice } = this.#parts
    const pharmacyId = (): number => site.customerId
    const diagnose = async (): Promise<never> => Promise.reject(new Error('not looked at here'))
    const rest = { pharmacyId, diagnose, clock, random: () => dice.share(), logger }
    return new HelpDesk({ ...rest, line: this.#line(), kept: this.#kept })
  }

  #line(): HelpLine {
    const isUp = (): boolean => this.isConnected
    const ask: HelpLine['ask'] = async (event, args) => {
      const now = this.#connection
      if (now === null || !this.isConnected) throw notConnected()
      const handler = now.portal.handlersFor(now.session)[event] as (...given: unknown[]) => Promise<never>
      return carried(now, async () => structuredClone(await handler(...structuredClone(args))))
    }
    return {
      get isUp() {
        return isUp()
      },
      ask,
    }
  }
}
