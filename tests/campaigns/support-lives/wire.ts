// The connection of a portal to the store hub without a network: two sockets as both programs use them.
import type { EventSocket } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { SubscribingSocket } from '@pharmacy-relay/relay-server/store-api/store-hub/subscription.ts'
import type { Lane, Post } from './post.ts'

type Listener = (event: string, ...args: unknown[]) => void
type Ack = (frame: unknown) => void

class WireEnd implements SubscribingSocket {
  readonly #listeners: Listener[] = []
  readonly #wire: Wire
  readonly #lanes: { readonly out: Lane; readonly back: Lane }
  far: WireEnd | null = null

  constructor(wire: Wire, lanes: { readonly out: Lane; readonly back: Lane }) {
    this.#wire = wire
    this.#lanes = lanes
  }

  get connected(): boolean {
    return this.#lanes.out.isOpen
  }

  onAny(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** What is sent is a copy, as on a network. */
  emit(event: string, ...args: unknown[]): void {
    const last = args.at(-1)
    const ack = typeof last === 'function' ? (last as Ack) : null
    const given = structuredClone(ack === null ? args : args.slice(0, -1))
    const { out, back } = this.#lanes
    const answer: Ack = (frame) => back.send(() => ack?.(structuredClone(frame)))
    out.send(() => this.far?.hear(event, given, answer))
  }

  hear(event: string, given: readonly unknown[], answer: Ack): void {
    for (const listener of this.#listeners) listener(event, ...given, answer)
    this.#wire.onHeard(event, given)
  }

  disconnect(): void {
    this.#wire.break()
  }
}

export class Wire {
  readonly store: SubscribingSocket
  readonly portal: EventSocket & { hear(event: string, given: readonly unknown[], answer: Ack): void }
  readonly ended: Promise<void>
  /** Told of each message of the store's that arrived. */
  onHeard: (event: string, given: readonly unknown[]) => void = () => undefined
  readonly #lanes: readonly Lane[]
  #end: () => void = () => undefined

  constructor(post: Post) {
    const [down, up] = [post.lane(), post.lane()]
    const store = new WireEnd(this, { out: down, back: up })
    const portal = new WireEnd(this, { out: up, back: down })
    store.far = portal
    portal.far = store
    this.store = store
    this.portal = portal
    this.#lanes = [down, up]
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  break(): void {
    for (const lane of this.#lanes) lane.break()
    this.#end()
  }
}
