// Scans of paired scanners: asked for as long as somebody is signed in, the last one kept for his window.
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { MAX_SCAN_WAIT_MS } from '@pharmacy-relay/shared/api/pharmacy/devices.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PharmacyCalls } from './pharmacy-client.ts'

export interface ScanListenerParts {
  readonly pharmacy: PharmacyCalls
  readonly clock: Clock
  /** Under which scanners and other workplaces see this one. */
  readonly computerName: () => string
  readonly logger: Logger
}

/** `id` rises: a window that has shown one does not show it again. */
export interface ReceivedScan {
  readonly id: number
  readonly text: string
  readonly scanner: string
}

/** The answer travels, too. */
const TIMEOUT_MS = MAX_SCAN_WAIT_MS + 5_000
/** After a failure, and where the API answers at once because too many wait. */
const AGAIN_MS = 1_000

export class ScanListener {
  readonly #parts: ScanListenerParts
  #stopping: AbortController | null = null
  #last: ReceivedScan | null = null

  constructor(parts: ScanListenerParts) {
    this.#parts = parts
  }

  /** Of this session; null before the first. */
  last(): ReceivedScan | null {
    return this.#last
  }

  /** Somebody is signed in. */
  start(): void {
    this.stop()
    const stopping = new AbortController()
    this.#stopping = stopping
    void this.#listen(stopping.signal)
  }

  /** Nobody is any more; what was scanned is forgotten. */
  stop(): void {
    this.#stopping?.abort()
    this.#stopping = null
    this.#last = null
  }

  async #listen(signal: AbortSignal): Promise<void> {
    let isKnown = false
    let after = 0
    while (!signal.aborted) {
      const beganMs = this.#parts.clock.monotonicMs()
      try {
        if (!isKnown) await this.#takePart(signal)
        isKnown = true
        const scan = await this.#next(after, signal)
        if (signal.aborted) return
        if (scan !== null) {
          after = scan.id
          this.#last = scan
        } else if (this.#parts.clock.monotonicMs() - beganMs < AGAIN_MS) await this.#rest(signal)
      } catch (error) {
        if (signal.aborted) return
        // A workplace that was removed takes part again.
        if (error instanceof ProblemError && error.code === 'state_conflict') isKnown = false
        this.#parts.logger.debug('scans.not-heard', { cause: causeOf(error) })
        await this.#rest(signal)
      }
    }
  }

  async #takePart(signal: AbortSignal): Promise<void> {
    const call = { params: null, query: null, body: { name: this.#parts.computerName().slice(0, 60) } }
    await this.#parts.pharmacy.call(pharmacyApi.putOwnDevice, call, { signal })
  }

  async #next(after: number, signal: AbortSignal): Promise<ReceivedScan | null> {
    const query = { after: String(after), waitMs: String(MAX_SCAN_WAIT_MS) }
    const call = { params: null, query, body: null }
    const options = { signal, timeoutMs: TIMEOUT_MS }
    return (await this.#parts.pharmacy.call(pharmacyApi.nextScan, call, options)).scan
  }

  async #rest(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.clock.after(AGAIN_MS, resolve)
      signal.addEventListener('abort', () => (cancel(), resolve()), { once: true })
    })
  }
}
