// What can be wrong with the test printer: one set of faults, changed by tests and by the page.
import { z } from 'zod'

const ByteCount = z.int().min(0).max(1_000_000_000).nullable()

/** Every fault; none is present at the start. */
export const FaultState = z.strictObject({
  paperOut: z.boolean(),
  headOpen: z.boolean(),
  ribbonOut: z.boolean(),
  /** Its head has to cool down. */
  tooHot: z.boolean(),
  /** Somebody pressed pause. */
  paused: z.boolean(),
  /** Takes bytes at this rate; null is full speed. */
  slow: z.strictObject({ bytesPerSecond: z.int().min(1).max(100_000_000) }).nullable(),
  /** New connections are refused, as by a printer that is busy with somebody else. */
  refuse: z.boolean(),
  /** Every connection is reset once this many of its bytes were read; null is never. */
  resetAtByte: ByteCount,
  /** The power fails once this many bytes of a connection were read; then `powerOff` stands in its place. */
  powerOffAtByte: ByteCount,
  /** A connection is not read beyond this many of its bytes until the fault is gone. */
  stallAtByte: ByteCount,
  /** Connections are accepted and not read. */
  neverRead: z.boolean(),
  /** true: connections are reset, what was not printed is lost, nobody listens. false: power comes back. */
  powerOff: z.boolean(),
})
export type FaultState = z.infer<typeof FaultState>

/** The faults to change; the others stay as they are. */
export const FaultChange = FaultState.partial().refine(
  (change) => Object.keys(change).length > 0,
  'names no fault',
)
export type FaultChange = z.infer<typeof FaultChange>

const NO_FAULTS: FaultState = {
  paperOut: false,
  headOpen: false,
  ribbonOut: false,
  tooHot: false,
  paused: false,
  slow: null,
  refuse: false,
  resetAtByte: null,
  powerOffAtByte: null,
  stallAtByte: null,
  neverRead: false,
  powerOff: false,
}

/** True when nothing is printed although the printer has power. */
export function isStopped({ paperOut, headOpen, ribbonOut, tooHot, paused }: FaultState): boolean {
  return paperOut || headOpen || ribbonOut || tooHot || paused
}

type Listener = () => void | Promise<void>

export class Faults {
  #state: FaultState = NO_FAULTS
  readonly #listeners = new Set<Listener>()
  readonly #reachListeners = new Set<() => void>()

  now(): FaultState {
    return this.#state
  }

  /** Resolves once the change is in force: the port is closed or open again, connections are reset. */
  async set(change: FaultChange): Promise<FaultState> {
    return this.#become(FaultState.parse({ ...this.#state, ...change }))
  }

  /** Takes every fault away; resolves as `set` does. */
  async clear(): Promise<FaultState> {
    return this.#become(NO_FAULTS)
  }

  onChange(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** A connection has come to the byte of a fault. */
  reach(): void {
    for (const listener of this.#reachListeners) listener()
  }

  /** Called each time a connection comes to the byte of a fault; the power is off by then, if it is that one. */
  onReach(listener: () => void): void {
    this.#reachListeners.add(listener)
  }

  async #become(state: FaultState): Promise<FaultState> {
    this.#state = state
    await Promise.all([...this.#listeners].map(async (listener) => listener()))
    return state
  }
}
