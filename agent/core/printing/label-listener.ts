// The port on which labels come in: opened, moved and closed without breaking off a sender who is being served.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import type { RawJob } from '../intake/raw-connection.ts'
import { RAW_LIMITS, RawListener } from '../intake/raw-listener.ts'
import type { TakeTls } from '../intake/tls-connections.ts'
import { isAllowedSender, isPrivateAddress, type Interfaces } from '../intake/sender-address.ts'
import type { ListenSetup } from './print-setup.ts'
import { recentInterfaces } from '../network/recent-interfaces.ts'

export interface LabelListenerParts {
  readonly clock: Clock
  readonly logger: Logger
  /** Resolves once the job is safe; rejects when it cannot be taken, and its sender is then broken off. */
  readonly onJob: (job: RawJob) => Promise<void>
  /** Takes job links over; null while this computer takes none. */
  readonly takeTls: () => TakeTls | null
  /** Left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
}

export class LabelListener {
  readonly #parts: LabelListenerParts
  readonly #interfaces: () => Interfaces
  #listen: ListenSetup | null = null
  #listener: RawListener | null = null
  #port: number | null = null
  /** Those that let nobody in any more; their last senders end within RAW_LIMITS.jobMs. */
  #retired: RawListener[] = []

  constructor(parts: LabelListenerParts) {
    this.#parts = parts
    this.#interfaces = recentInterfaces(parts.clock)
  }

  get port(): number | null {
    return this.#port
  }

  /** Throws ListenError when the port cannot be opened: what was open stays open. */
  async open(listen: ListenSetup | null): Promise<void> {
    if (isSamePlace(this.#listen, listen)) {
      this.#listen = listen
      return
    }
    const before = { listen: this.#listen, listener: this.#listener }
    const onSamePort = listen !== null && before.listen?.port === listen.port
    // One port cannot be open twice: the old listener goes first, and comes back when the new one cannot be had.
    if (onSamePort) {
      this.#retire(before.listener)
      await this.#start(null)
    }
    try {
      await this.#start(listen)
    } catch (error) {
      if (onSamePort) await this.#start(before.listen)
      throw error
    }
    if (!onSamePort) this.#retire(before.listener)
  }

  /** Breaks off whoever is still sending. */
  async stop(): Promise<void> {
    await Promise.all([this.#listener, ...this.#retired].map(async (listener) => listener?.stop()))
    this.#listener = this.#listen = this.#port = null
    this.#retired = []
  }

  async #start(listen: ListenSetup | null): Promise<void> {
    const started = listen === null ? null : await this.#newListener(listen)
    this.#listener = started?.listener ?? null
    this.#port = started?.port ?? null
    this.#listen = listen
  }

  async #newListener({ host, port, scope }: ListenSetup) {
    const { clock, logger, onJob, takeTls, failpoint } = this.#parts
    const listener = new RawListener({
      host,
      port,
      clock,
      logger,
      limits: RAW_LIMITS,
      isAllowedSender: (address) =>
        isAllowedSender(address, {
          scope: this.#listen?.scope ?? scope,
          interfaces: this.#interfaces,
        }),
      onJob,
      takeTls,
      failpoint,
      mayLink: isPrivateAddress,
      onRefused: (refusal) => logger.warn('raw-listener.refused', { ...refusal }),
    })
    return { listener, port: await listener.start() }
  }

  #retire(listener: RawListener | null): void {
    if (listener === null) return
    listener.retire()
    this.#retired = [...this.#retired.filter((old) => old.isServing()), listener]
  }
}

/** Then the listener goes on, also for other senders. */
function isSamePlace(one: ListenSetup | null, other: ListenSetup | null): boolean {
  return one?.host === other?.host && one?.port === other?.port
}
