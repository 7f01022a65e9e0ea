// For tests: what hubs say to each other without a server between them, carried as the test says.
import { errors } from '@nats-io/transport-node'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { MeshConnection, MeshListener } from './mesh-connection.ts'

export interface TestPostParts {
  readonly clock: Clock
  /** Does `arrive` now, later, several times or never; `hubId` is where it goes. */
  readonly carry: (hubId: string, arrive: () => void) => void
  /** Left out, to show that a test notices: an unanswered request waits for ever. */
  readonly isPatient: boolean
}

interface Listener {
  readonly hubId: string
  readonly subject: string
  readonly callback: MeshListener
}

export class TestPost {
  readonly #parts: TestPostParts
  readonly #listeners = new Set<Listener>()

  constructor(parts: TestPostParts) {
    this.#parts = parts
  }

  /** As of a hub that does not hear itself (`noEcho`). */
  connectionOf(hubId: string): MeshConnection {
    let end: () => void = () => undefined
    const closed = new Promise<void>((resolve) => {
      end = resolve
    })
    let isClosed = false
    return {
      request: async (subject, payload, { timeout }) => this.#ask({ hubId, subject, payload, timeout }),
      subscribe: (subject, { callback }) => this.#listen({ hubId, subject, callback }),
      closed: async () => closed,
      isClosed: () => isClosed,
      close: async () => {
        isClosed = true
        for (const listener of this.#listeners) if (listener.hubId === hubId) this.#listeners.delete(listener)
        end()
      },
      getServer: () => 'none',
      async *status() {},
    }
  }

  #listen(listener: Listener) {
    this.#listeners.add(listener)
    return { drain: async () => void this.#listeners.delete(listener) }
  }

  async #ask({ hubId, subject, payload, timeout }: Asked): Promise<{ readonly data: Uint8Array }> {
    const { clock, carry, isPatient } = this.#parts
    const others = [...this.#listeners].filter((one) => one.subject === subject && one.hubId !== hubId)
    if (others.length === 0) throw nobodyThere(subject)
    return new Promise((resolve, reject) => {
      const cancel = isPatient
        ? () => undefined
        : clock.after(timeout, () => reject(new errors.TimeoutError()))
      const respond = (data: Uint8Array): void =>
        carry(hubId, () => {
          cancel()
          resolve({ data })
        })
      for (const other of others) carry(other.hubId, () => this.#hear(other, payload, respond))
    })
  }

  #hear(listener: Listener, data: Uint8Array, answer: (data: Uint8Array) => void): void {
    if (!this.#listeners.has(listener)) return
    const respond = (reply: unknown): boolean => {
      // The mesh answers in bytes.
      if (reply instanceof Uint8Array) answer(reply)
      return true
    }
    listener.callback(null, { data, respond })
  }
}

interface Asked {
  readonly hubId: string
  readonly subject: string
  readonly payload: Uint8Array
  readonly timeout: number
}

/** As NATS's server says it. */
function nobodyThere(subject: string): Error {
  return new errors.RequestError(subject, { cause: new errors.NoRespondersError(subject) })
}
