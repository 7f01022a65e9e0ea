// A store API of a life: the real feed of its outbox and the real subscriptions of its store hub, which end and begin again.
import { startEventFeed, type EventFeed } from '@pharmacy-relay/relay-server/db/event-feed.ts'
import type { StoreEvent } from '@pharmacy-relay/relay-server/store-api/events/store-event.ts'
import { createHubSockets } from '@pharmacy-relay/relay-server/store-api/store-hub/hub-sockets.ts'
import { createSubscription } from '@pharmacy-relay/relay-server/store-api/store-hub/subscription.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { answer } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreHub } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { silentLogger as logger } from '@pharmacy-relay/shared/logger.ts'
import type { LeftOut } from './left-out.ts'
import type { LifeStore } from './life-store.ts'
import type { Wire } from './wire.ts'

/** Few, so that some who come back missed more. */
const MAX_REPLAY = 12

export interface ModelStoreApiParts {
  readonly outbox: LifeStore['outbox']
  readonly clock: Clock
  readonly leftOut: LeftOut
}

export class ModelStoreApi {
  readonly #parts: ModelStoreApiParts
  readonly #sockets = createHubSockets()
  readonly #wires = new Set<Wire>()
  #feed: EventFeed<StoreEvent> | null = null

  constructor(parts: ModelStoreApiParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    const { outbox, clock } = this.#parts
    this.#feed = await startEventFeed({ outbox, maxReplay: MAX_REPLAY, clock, logger })
  }

  async stop(): Promise<void> {
    const feed = this.#feed
    this.#feed = null
    for (const wire of this.#wires) wire.break()
    await feed?.stop()
  }

  /** Something was committed. */
  wake(): void {
    this.#feed?.wake()
  }

  /** False: it is not there. */
  accept(wire: Wire): boolean {
    const feed = this.#feed
    if (feed === null) return false
    const subscription = createSubscription(wire.store, {
      feed: this.#parts.leftOut === 'replay' ? withoutReplay(feed) : feed,
      sockets: this.#sockets,
      logger,
    })
    const handlers = {
      SubscribeAsync: subscription.subscribe,
      SupportPresenceAsync: () => Promise.resolve(null),
    }
    answer(wire.store, IStoreHub, { handlers, logger })
    this.#wires.add(wire)
    void wire.ended.then(() => {
      this.#wires.delete(wire)
      subscription.end()
    })
    return true
  }
}

/** It says that nothing was missed. */
function withoutReplay(feed: EventFeed<StoreEvent>): EventFeed<StoreEvent> {
  return {
    get cursor() {
      return feed.cursor
    },
    wake: () => feed.wake(),
    stop: async () => feed.stop(),
    join: async (listener, afterEventId) => ({ ...(await feed.join(listener, afterEventId)), missed: [] }),
  }
}
