// One way to the PrinterComputer: at most one link at a time, opened when somebody needs it, with a back-off of its own.
//
// Back-off belongs to the way and not to a label: whoever waits for a link goes on together the moment it is up.
import { backoffMs } from '@pharmacy-relay/shared/waits.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { LinkError, type LinkPath, type SenderLink } from '../link-parts.ts'

export interface OnDemandPathParts {
  readonly name: LinkPath['name']
  /** Opens a link; rejects with LinkError within some seconds. */
  readonly open: (signal: AbortSignal) => Promise<SenderLink>
  /** After the first failure in a row, and never longer. */
  readonly bounds: { readonly firstMs: number; readonly lastMs: number }
  readonly clock: Clock
  readonly random: () => number
}

/** A link that ends sooner counts as a failure, or one that is let in and thrown out would be opened without a pause. */
const STEADY_MS = 5_000

export class OnDemandPath implements LinkPath {
  readonly name: LinkPath['name']
  readonly #parts: OnDemandPathParts
  readonly #stop = new AbortController()
  readonly #listeners = new Set<() => void>()
  #current: Promise<SenderLink> | null = null
  #up: SenderLink | null = null
  #failures = 0
  /** On the monotonic clock: the other end asked to be left alone until then. */
  #restUntilMs = 0
  #failedLast: LinkError | null = null
  #hurry: () => void = () => undefined

  constructor(parts: OnDemandPathParts) {
    this.#parts = parts
    this.name = parts.name
  }

  get failedLast(): LinkError | null {
    return this.#failedLast
  }

  /** The link that is up; null while none is. */
  get up(): SenderLink | null {
    return this.#up
  }

  async link(): Promise<SenderLink> {
    // One that says good-bye takes nothing any more; it has ended within a second.
    if (this.#up?.isAlive === false) await this.#up.ended
    this.#current ??= this.#open()
    return this.#current
  }

  onUp(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** What kept it from opening may be over: tries at once. */
  retryNow(): void {
    this.#hurry()
  }

  /** Ends the link after what is under way; no other is opened. */
  stop(): void {
    this.#stop.abort(new LinkError('closed', 'this computer ends its connection'))
    this.#hurry()
    this.#up?.close()
  }

  async #open(): Promise<SenderLink> {
    try {
      await this.#backOff()
      if (this.#stop.signal.aborted) throw this.#stop.signal.reason
      const link = await this.#parts.open(this.#stop.signal)
      if (this.#stop.signal.aborted) link.close()
      this.#isUp(link)
      return link
    } catch (error) {
      this.#current = null
      this.#failures += 1
      this.#failedLast = asLinkError(error)
      throw this.#failedLast
    }
  }

  #isUp(link: SenderLink): void {
    const upSinceMs = this.#parts.clock.monotonicMs()
    this.#up = link
    this.#failedLast = null
    void link.ended.then((error) => {
      const { clock, bounds } = this.#parts
      const nowMs = clock.monotonicMs()
      this.#current = this.#up = null
      this.#restUntilMs = nowMs + Math.min(error.afterMs ?? 0, bounds.lastMs)
      const wasSteady = nowMs - upSinceMs >= STEADY_MS
      this.#failures = wasSteady ? 0 : this.#failures + 1
      if (!wasSteady) this.#failedLast = error
    })
    for (const listener of this.#listeners) listener()
  }

  async #backOff(): Promise<void> {
    const { clock, bounds, random } = this.#parts
    const asked = this.#restUntilMs - clock.monotonicMs()
    const own = this.#failures === 0 ? 0 : backoffMs(this.#failures, bounds, random())
    const waitMs = Math.max(asked, own)
    if (waitMs <= 0) return
    let cancel: Cancel = () => undefined
    await new Promise<void>((resolve) => {
      this.#hurry = resolve
      cancel = clock.after(waitMs, resolve)
    })
    cancel()
    this.#hurry = () => undefined
  }
}

function asLinkError(error: unknown): LinkError {
  return error instanceof LinkError ? error : new LinkError('closed', 'the connection failed', error)
}
