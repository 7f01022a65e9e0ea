// Reads a printer's label counter while nothing is printed, so that the next label can be proved by it.
//
// Never awaited by a label: a try that begins meanwhile makes the reading worthless, and it is dropped.
import type { Cancel } from '@pharmacy-relay/shared/clock.ts'
import { LOOKS_APART_MS } from '../rules/doubt-rule.ts'
import type { RecoveryParts } from './recovery.ts'

type IdleLookParts = Pick<RecoveryParts, 'lookAt' | 'canLook' | 'odometers' | 'clock' | 'signal'>

/**
 * Bytes of a connection that broke may arrive for LOOKS_APART_MS, and a label that is counted after the look would pass
 * for the next one. A printer that is not idle by the last look has something the matter.
 */
const WAITS_MS = [LOOKS_APART_MS + 1_000, 15_000, 30_000]

export class IdleLook {
  readonly #parts: IdleLookParts
  #cancel: Cancel = () => undefined
  #rest: { readonly destination: string; readonly sinceMs: number } | null = null

  constructor(parts: IdleLookParts) {
    this.#parts = parts
  }

  /** No label waits; the last one went there, or the next one will. */
  idle(destination: string): void {
    this.#rest = { destination, sinceMs: this.#parts.clock.monotonicMs() }
    this.#plan(destination, 0)
  }

  /**
   * Called before somebody else asks the printer; what it answers is called with the counter that was read while the
   * printer was idle. It is kept only when no label was tried around the question.
   */
  reading(destination: string): (counter: number) => void {
    const { odometers, clock } = this.#parts
    const { generation } = odometers
    const isAtRest =
      this.#rest?.destination === destination &&
      clock.monotonicMs() - this.#rest.sinceMs >= LOOKS_APART_MS + 1_000
    return (counter) => {
      if (isAtRest && generation === odometers.generation) odometers.keep(destination, counter)
    }
  }

  /** A label is about to be sent, or the spool stops. */
  busy(): void {
    this.#rest = null
    this.#cancel()
  }

  #plan(destination: string, tries: number): void {
    const { odometers, canLook, clock } = this.#parts
    const waitMs = WAITS_MS[tries]
    this.#cancel()
    if (waitMs === undefined || odometers.isKnown(destination) || !canLook(destination)) return
    this.#cancel = clock.after(waitMs, () => void this.#look(destination, tries))
  }

  async #look(destination: string, tries: number): Promise<void> {
    const { odometers, lookAt, signal } = this.#parts
    const { generation } = odometers
    const seen = await lookAt(destination, signal).catch(() => null)
    if (generation !== odometers.generation || signal.aborted) return
    if (seen?.isIdle === true && seen.odometer !== null) odometers.keep(destination, seen.odometer)
    else this.#plan(destination, tries + 1)
  }
}
