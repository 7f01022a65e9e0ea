// A hub that takes whoever connects as far as an input wants it, says what the input has, and answers calls as it pleases.
import type { Json } from '../hostile-json.ts'
import { ASK_ID, type Stage } from '../raw-peer.ts'
import { startRawHub, type RawClient, type RawHub } from './raw-hub.ts'

export interface HubManners {
  /** What it says to whoever introduced itself, as text of a packet; null: the client speaks first. */
  readonly first: (() => string) | null
  /** What it answers when it means well, by event. */
  readonly replies: Readonly<Record<string, Json>>
  /** Once this is answered, the client is registered. */
  readonly registers: string
}

export interface HubCall {
  readonly event: string
  readonly args: readonly unknown[]
}

const CALL = /^4(?:2|5\d+-)(?<id>\d+)(?<args>\[.*)$/s
const OPEN = '0{"sid":"hostile","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":131072}'

/** One connection of a client to it. */
export class HubLine {
  readonly #client: RawClient
  readonly #manners: HubManners
  readonly stage: Stage
  /** As far as its stage. */
  isThere = false
  /** Calls that it has left without an answer. */
  readonly #open: string[] = []
  /** What it answers to the next of them. */
  readonly #wrongAnswers: string[] = []
  #asked = 0
  #answered = Promise.withResolvers<null>()
  readonly heard: string[] = []
  readonly #onCall: (call: HubCall) => void

  constructor(client: RawClient, stage: Stage, rules: HubManners & { onCall: (call: HubCall) => void }) {
    this.#client = client
    this.stage = stage
    this.#manners = rules
    this.#onCall = rules.onCall
    client.onText = (text) => this.#hear(text)
    client.onClosed = () => this.#answered.resolve(null)
    client.text(OPEN)
  }

  get isOpen(): boolean {
    return !this.#client.isClosed
  }

  end(): void {
    this.#client.destroy()
  }

  text(text: string): void {
    this.#client.text(text)
  }

  say(frames: readonly Buffer[], wrongAnswers: readonly string[]): void {
    for (const frame of frames) this.#client.send(frame)
    this.#wrongAnswers.push(...wrongAnswers)
    this.#answerWrongly()
  }

  /** Asks for an event that does not exist: null when the answer or the end came within `limitMs`, else what did not. */
  async answersOrEnds(limitMs: number): Promise<string | null> {
    if (!this.isOpen) return null
    this.#asked += 1
    this.#answered = Promise.withResolvers<null>()
    this.#client.text(`42${ASK_ID + this.#asked}["NoSuchEvent"]`)
    const late = Promise.withResolvers<string>()
    const timer = setTimeout(() => late.resolve(`neither answered nor closed in ${limitMs} ms`), limitMs)
    return Promise.race([this.#answered.promise, late.promise]).finally(() => clearTimeout(timer))
  }

  #hear(text: string): void {
    const call = CALL.exec(text)?.groups
    if (call !== undefined) return this.#take(call['id'] ?? '', callOf(call['args'] ?? ''))
    if (text.startsWith('40')) return this.#introduced()
    if (text.startsWith(`43${ASK_ID + this.#asked}[`)) this.#answered.resolve(null)
    if (text.startsWith('43')) this.heard.push(text.slice(0, 300))
  }

  #introduced(): void {
    if (this.stage !== 'upgraded') this.#client.text('40{"sid":"hostile"}')
    if (this.stage === 'registered' && this.#manners.first !== null) this.#client.text(this.#manners.first())
    if (this.stage !== 'registered') this.isThere = true
  }

  #take(id: string, call: HubCall): void {
    this.#onCall(call)
    if (this.stage !== 'registered') {
      this.#open.push(id)
      return this.#answerWrongly()
    }
    const { replies, registers } = this.#manners
    this.#client.text(`43${id}${JSON.stringify([{ ok: true, data: replies[call.event] ?? null }])}`)
    if (call.event === registers) this.isThere = true
  }

  #answerWrongly(): void {
    while (this.#open.length > 0 && this.#wrongAnswers.length > 0)
      this.#client.text(`43${this.#open.shift() ?? ''}${this.#wrongAnswers.shift() ?? ''}`)
  }
}

function callOf(text: string): HubCall {
  const list: unknown = JSON.parse(text)
  const [event, ...args] = Array.isArray(list) ? (list as unknown[]) : []
  return { event: String(event), args }
}

export class HostileHub {
  #stage: Stage = 'registered'
  #line: HubLine | null = null
  #hub: RawHub | null = null
  readonly #manners: HubManners
  /** Called with each call of a client. */
  onCall: (call: HubCall) => void = () => undefined

  constructor(manners: HubManners) {
    this.#manners = manners
  }

  async start(): Promise<number> {
    this.#hub = await startRawHub((client) => {
      const onCall = (call: HubCall): void => this.onCall(call)
      this.#line = new HubLine(client, this.#stage, { ...this.#manners, onCall })
    })
    return this.#hub.port
  }

  stop(): void {
    this.#hub?.stop()
  }

  /** The client's connection, as far as `stage`; an older one of another stage ends. `hasten` is called while there is none. */
  async lineAt(
    stage: Stage,
    { limitMs, hasten }: { readonly limitMs: number; readonly hasten: () => void },
  ): Promise<HubLine> {
    this.#stage = stage
    if (this.#line !== null && this.#line.stage !== stage) this.#line.end()
    const endMs = performance.now() + limitMs
    for (let turns = 0; performance.now() < endMs; turns += 1) {
      const line = this.#line
      if (line?.isOpen === true && line.stage === stage && line.isThere) return line
      if (line?.isOpen === true && line.stage !== stage) line.end()
      if (turns > 2 && line?.isOpen !== true) hasten()
      await new Promise((resolve) => setTimeout(resolve, turns < 20 ? 1 : 10))
    }
    throw new Error(`nobody came as far as ${stage} within ${limitMs} ms`)
  }
}
