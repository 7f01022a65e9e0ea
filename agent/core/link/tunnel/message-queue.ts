// Messages to one device in their order: so many under way at once, and again, in order, what the hub had no room for.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { HubCarrier } from '../link-parts.ts'

export interface QueuedMessage {
  readonly channel: string
  readonly bytes: Uint8Array
  readonly onFailed: (error: HubError) => void
}

export interface DispatcherParts {
  readonly carrier: HubCarrier
  readonly clock: Clock
  readonly target: string
  /** Nothing waits and nothing is under way. */
  readonly onIdle: () => void
}

/** What the hub lets one device have under way to another. */
const MOST_UNDER_WAY = 8
/** Longer than the hub goes on refusing, so that what was under way behind a refused message is refused with it. */
const PAUSE_MS = 200

export class MessageQueue {
  readonly #parts: DispatcherParts
  #waiting: QueuedMessage[] = []
  /** In the order in which they were sent; true: refused for its rate, to be sent again. */
  readonly #underWay = new Map<QueuedMessage, boolean>()
  #isPaused = false
  #cancel: Cancel = () => undefined
  #hasEnded = false

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /** Messages that wait to be sent for the first time. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Sends it, within the call when there is room. */
  post(message: QueuedMessage): void {
    this.#waiting.push(message)
    this.pump()
  }

  /** Takes back what of that channel has not been sent, or was refused. */
  drop(channel: string): void {
    this.#waiting = this.#waiting.filter((message) => message.channel !== channel)
    for (const [message, isRefused] of this.#underWay)
      if (isRefused && message.channel === channel) this.#underWay.delete(message)
  }

  /** Forgets everything. */
  end(): void {
    this.#hasEnded = true
    this.#cancel()
    this.#waiting = []
    this.#underWay.clear()
  }

  /** There may be room again, or a hub. */
  pump(): void {
    const { carrier } = this.#parts
    while (!this.#isPaused && carrier.isUp && this.#underWay.size < MOST_UNDER_WAY) {
      const message = this.#waiting.shift()
      if (message === undefined) break
      this.#send(message)
    }
    if (this.#waiting.length === 0 && this.#underWay.size === 0 && !this.#hasEnded) this.#parts.onIdle()
  }

  #send(message: QueuedMessage): void {
    const { carrier, target } = this.#parts
    this.#underWay.set(message, false)
    void carrier.send(target, message.bytes).then(
      () => this.#settled(message, null),
      (error: unknown) => this.#settled(message, hubErrorOf(error)),
    )
  }

  #settled(message: QueuedMessage, error: HubError | null): void {
    if (this.#hasEnded) return
    if (error?.code === 'RATE_LIMITED') {
      this.#isPaused = true
      this.#underWay.set(message, true)
    } else {
      this.#underWay.delete(message)
      if (error !== null) message.onFailed(error)
    }
    if (this.#isPaused) this.#resumeLater()
    else this.pump()
  }

  // Only when the outcome of all others is known: what was refused has to go in its order.
  #resumeLater(): void {
    if ([...this.#underWay.values()].includes(false)) return
    this.#cancel()
    this.#cancel = this.#parts.clock.after(PAUSE_MS, () => {
      this.#isPaused = false
      this.#waiting = [...this.#underWay.keys(), ...this.#waiting]
      this.#underWay.clear()
      this.pump()
    })
  }
}

function hubErrorOf(error: unknown): HubError {
  return error instanceof HubError
    ? error
    : new HubError('INTERNAL', 'The message was not sent', { cause: error })
}
