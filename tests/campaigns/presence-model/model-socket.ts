// A device's connection without a network: the hub's end of it, and what the agent does to it.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { DeviceLink } from '@pharmacy-relay/relay-server/hub/sessions/device-socket.ts'

/** Answers an event of the hub; a promise that never settles is a device that does not answer. */
export type FarEnd = (event: string, args: readonly unknown[]) => Promise<unknown>

/** After so long without a sign of the other end the hub ends a connection (ping 6 s, pong 5 s). */
const PING_TIMEOUT_MS = 11_000

export class ModelSocket implements DeviceLink {
  readonly closed: Promise<CloseReason>
  readonly #clock: Clock
  readonly #farEnd: FarEnd
  readonly #pending = new Set<() => void>()
  #resolveClosed: (reason: CloseReason) => void = () => undefined
  #closeReason: CloseReason | null = null
  #isGone = false
  /** The agent is no longer there, and the hub has not noticed. */
  #isDead = false
  /** What came for the agent while its machine sleeps; null while it does not. */
  #unread: (() => void)[] | null = null
  #cancelPing = (): void => {}

  constructor(clock: Clock, farEnd: FarEnd) {
    this.#clock = clock
    this.#farEnd = farEnd
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
  }

  get usable(): boolean {
    return !this.#isGone && this.#closeReason === null
  }

  get closeReason(): CloseReason | null {
    return this.#closeReason
  }

  get tcp(): never {
    throw new Error('a connection of the model goes over nothing')
  }

  get events(): never {
    throw new Error('a connection of the model is asked for no events')
  }

  readonly ask: DeviceLink['ask'] = async ({ event, args, timeoutMs }) =>
    new Promise((resolve, reject) => {
      if (this.#isGone) return reject(new HubError('PEER_GONE', 'The device is gone'))
      const end = (code: 'PEER_GONE' | 'TIMEOUT'): void => {
        cancel()
        this.#pending.delete(gone)
        reject(new HubError(code, 'No answer'))
      }
      const gone = (): void => end('PEER_GONE')
      const cancel = this.#clock.after(timeoutMs, () => end('TIMEOUT'))
      this.#pending.add(gone)
      if (this.#isDead) return
      void this.#hear(event, args).then((answer) => {
        cancel()
        this.#pending.delete(gone)
        // The agents of the model answer in the form of the contract; its schemas have tests of their own.
        resolve(answer as never)
      })
    })

  readonly tell: DeviceLink['tell'] = (event, args) => {
    if (!this.#isGone && !this.#isDead) void this.#hear(event, args)
  }

  readonly pass: DeviceLink['pass'] = async (args) => {
    if (this.#isGone) throw new HubError('PEER_GONE', 'The device is gone')
    if (!this.#isDead) void this.#hear('ReceiveMessageAsync', args)
  }

  close(reason: CloseReason): void {
    this.#closeReason ??= reason
    this.#end('transport_close')
  }

  /** The agent ends it, or the system does it for a killed one: the hub hears of it at once. */
  reset(): void {
    this.#isDead = true
    this.#end('transport_close')
  }

  /** The agent's machine stands still: what comes waits there, and the hub may find out by its pings. */
  sleep(): void {
    this.#unread ??= []
    this.#cancelPing = this.#clock.after(PING_TIMEOUT_MS, () => this.#end('ping_timeout'))
  }

  /** It goes on with what it had, and hears what came meanwhile, also when the hub has ended the connection. */
  wake(): void {
    this.#cancelPing()
    const unread = this.#unread ?? []
    this.#unread = null
    for (const hear of unread) hear()
  }

  /** A pulled cable: nothing comes any more, and the hub finds out by its pings. */
  goDead(): void {
    this.#isDead = true
    this.#clock.after(PING_TIMEOUT_MS, () => this.#end('ping_timeout'))
  }

  async #hear(event: string, args: readonly unknown[]): Promise<unknown> {
    const unread = this.#unread
    if (unread === null) return this.#farEnd(event, args)
    return new Promise((resolve) => unread.push(() => resolve(this.#farEnd(event, args))))
  }

  #end(reason: CloseReason): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#closeReason ??= reason
    for (const gone of this.#pending) gone()
    this.#resolveClosed(this.#closeReason)
  }
}
