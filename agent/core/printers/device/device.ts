// A port of this computer behind which a printer is: what the writer of labels wants of it, whatever it is made of.
import type { WriteFailure } from '../write-outcome.ts'

/** Open for one exchange. Nothing here has a limit of its own but `discard` and `close`: the writer bounds the rest. */
export interface Device {
  /** Resolves when the driver has taken all of it; rejects when the device is gone. One at a time. */
  write(bytes: Uint8Array): Promise<void>
  /** Resolves when the driver has handed everything to the device, which says nothing of the printer. */
  drain(): Promise<void>
  /** Throws away what the driver still holds, as far as the driver can. Never rejects. */
  discard(): Promise<void>
  /** Ends what is under way. Never rejects. */
  close(): Promise<void>
}

export interface DeviceEvents {
  readonly heard: (chunk: Uint8Array) => void
  /** The device went away, also while nothing is written. May be called more than once. */
  readonly gone: (cause: string) => void
}

/** Never throws: why it cannot be opened is a failure of which no byte was sent. */
export type OpenDevice = (events: DeviceEvents) => Promise<Device | WriteFailure>

export interface DeviceLimits {
  readonly openMs: number
  /** Without progress, while bytes remain to be handed to the driver. */
  readonly stallMs: number
  /** From the last byte until the driver has handed over what it holds. */
  readonly drainMs: number
  readonly closeMs: number
}
