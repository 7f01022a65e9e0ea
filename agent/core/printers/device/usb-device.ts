// One USB printer by Linux' driver usblp, as the writer of labels wants it.
//
// Never blocking: a read that waits hangs for good after the interface was reset, and a write that waits cannot be ended
// while the printer does not read. The driver takes up to 8 KiB at once and nothing more before the printer has them. It cuts
// off at the close what the printer has not taken, so the last bytes are waited for, and nothing given up comes out later: usblp_write
// and usblp_release in drivers/usb/class/usblp.c of Linux.
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { codeOf } from '../socket-failure.ts'
import { writeFailure, type WriteFailure, type WriteFailureCode } from '../write-outcome.ts'
import type { Device, DeviceEvents } from './device.ts'

/** How often a driver is asked again that has no room, or nothing to read. */
const WRITE_AGAIN_MS = 5
const READ_AGAIN_MS = 20
const READ_BYTES = 4_096
/** Writes nothing, and is refused while the printer has not taken what was written before. */
const NOTHING = Buffer.alloc(1)

const OPEN_FAILURES: Readonly<Record<string, WriteFailureCode>> = {
  EBUSY: 'printer_busy',
  EACCES: 'device_no_rights',
  EPERM: 'device_no_rights',
}

export async function openUsbDevice(
  { file, clock }: { readonly file: string; readonly clock: Clock },
  events: DeviceEvents,
): Promise<Device | WriteFailure> {
  try {
    // oxlint-disable-next-line no-bitwise -- how the system takes them
    const handle = await open(file, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY)
    return new UsbDevice(handle, clock, events)
  } catch (error) {
    const code = codeOf(error)
    return writeFailure(OPEN_FAILURES[code] ?? 'printer_unreachable', false, code)
  }
}

class UsbDevice implements Device {
  readonly #handle: FileHandle
  readonly #clock: Clock
  readonly #events: DeviceEvents
  readonly #closed = Promise.withResolvers<void>()
  #isClosed = false

  constructor(handle: FileHandle, clock: Clock, events: DeviceEvents) {
    this.#handle = handle
    this.#clock = clock
    this.#events = events
    void this.#listen()
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length;)
      written += await this.#untilTaken(bytes, written, bytes.length - written)
  }

  async drain(): Promise<void> {
    await this.#untilTaken(NOTHING, 0, 0)
  }

  /** The close does. */
  async discard(): Promise<void> {
    return Promise.resolve()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#closed.resolve()
    await this.#handle.close().catch(() => undefined)
  }

  async #untilTaken(bytes: Uint8Array, from: number, length: number): Promise<number> {
    while (!this.#isClosed) {
      try {
        return (await this.#handle.write(bytes, from, length)).bytesWritten
      } catch (error) {
        if (!isAgain(error)) throw error
      }
      await this.#pause(WRITE_AGAIN_MS)
    }
    throw new Error('closed')
  }

  async #listen(): Promise<void> {
    const buffer = Buffer.alloc(READ_BYTES)
    while (!this.#isClosed) {
      try {
        const { bytesRead } = await this.#handle.read(buffer, 0, READ_BYTES)
        if (bytesRead > 0) this.#events.heard(Buffer.from(buffer.subarray(0, bytesRead)))
        else {
          // A packet without bytes, or an end: only a write tells a device that is gone.
          await this.#handle.write(NOTHING, 0, 0)
          await this.#pause(READ_AGAIN_MS)
        }
      } catch (error) {
        // A printer that only takes, which its driver says so.
        if (codeOf(error) === 'EINVAL') return
        if (!isAgain(error)) return this.#gone(error)
        await this.#pause(READ_AGAIN_MS)
      }
    }
  }

  #gone(error: unknown): void {
    if (!this.#isClosed) this.#events.gone(codeOf(error))
  }

  /** Ends at once when the device is closed. */
  async #pause(ms: number): Promise<void> {
    const over = Promise.withResolvers<void>()
    const cancel: Cancel = this.#clock.after(ms, over.resolve)
    await Promise.race([over.promise, this.#closed.promise])
    cancel()
  }
}

function isAgain(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EAGAIN' || code === 'EWOULDBLOCK' || code === 'EINTR'
}
