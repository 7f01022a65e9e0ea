// The one way in which bytes reach a printer behind a port of this computer.
//
//   open (bounded) → words before it, if any → write in chunks, each bounded → drain (bounded) → a talk, where one was asked for (bounded) → close
//
// Here nobody says "I have it all", as a printer on the network does with its FIN: a label that was handed over proves
// nothing, and only the talk tells more. What is given up is thrown away in the driver, so that it does not come out
// beside its reprint.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { noFailpoint, type ReachFailpoint } from '../../failpoints/reach-failpoint.ts'
import { codeOf } from '../socket-failure.ts'
import { SocketTail } from '../socket-tail.ts'
import type { TailTalk } from '../../status/tail-talk.ts'
import {
  writeFailure,
  type WriteFailure,
  type WriteFailureCode,
  type WriteOutcome,
} from '../write-outcome.ts'
import type { Device, DeviceLimits, OpenDevice } from './device.ts'

export interface DeviceWriteParts {
  readonly open: OpenDevice
  /** May be empty: then it is only seen whether the port can be opened. */
  readonly payload: Uint8Array
  /** Said before the payload, and no part of it: when it alone was sent, no byte of the label was. */
  readonly before?: Uint8Array | null
  readonly chunkBytes: number
  readonly limits: DeviceLimits
  readonly clock: Clock
  /** Held behind the last byte of the payload. */
  readonly tail?: TailTalk | null
  /** Of a label; left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
  /** Ends the attempt. */
  readonly signal: AbortSignal
}

/** Never throws. Answers once the port is closed, so that the next one finds it free. */
export async function writeToDevice(parts: DeviceWriteParts): Promise<WriteOutcome> {
  return new DeviceWrite(parts).run()
}

type Waited<T> = { readonly is: 'done'; readonly value: T } | { readonly is: 'late' | 'over' }

class DeviceWrite {
  readonly #parts: DeviceWriteParts
  readonly #over = Promise.withResolvers<{ readonly is: 'over' }>()
  #failure: WriteFailure | null = null
  #bytesTried = 0
  #tail: SocketTail | null = null

  constructor(parts: DeviceWriteParts) {
    this.#parts = parts
  }

  async run(): Promise<WriteOutcome> {
    const { signal } = this.#parts
    const onAbort = (): void => this.#fail('stopped', '')
    if (signal.aborted) return writeFailure('stopped', false)
    signal.addEventListener('abort', onAbort)
    await this.#exchange()
    signal.removeEventListener('abort', onAbort)
    return this.#failure ?? { ok: true }
  }

  async #exchange(): Promise<void> {
    const device = await this.#open()
    if (device === null) return
    const { payload, failpoint = noFailpoint, limits } = this.#parts
    await this.#sayBefore(device)
    await this.#write(device)
    await this.#drain(device)
    await this.#talk(device)
    if (payload.length > 0 && this.#failure === null) failpoint('FP11')
    if (this.#failure !== null) await device.discard()
    // A driver that does not let go keeps the port; the next label finds it in use.
    await this.#within(limits.closeMs, device.close())
  }

  async #open(): Promise<Device | null> {
    const { open, limits } = this.#parts
    const opening = open({
      heard: (chunk) => this.#tail?.hear(chunk),
      gone: (cause) => this.#fail('device_gone', cause),
    })
    const opened = await this.#within(limits.openMs, opening, this.#over.promise)
    if (opened.is !== 'done') {
      void opening.then(async (late) => ('ok' in late ? undefined : late.close()))
      if (opened.is === 'late') this.#fail('printer_unreachable', lateText(limits.openMs))
      return null
    }
    if (!('ok' in opened.value)) return opened.value
    this.#failure ??= opened.value
    return null
  }

  async #sayBefore(device: Device): Promise<void> {
    const { before = null, limits } = this.#parts
    if (before !== null) await this.#step(device.write(before), limits.stallMs)
  }

  /** One chunk at a time: that the driver took it is the progress that the stall limit watches. */
  async #write(device: Device): Promise<void> {
    const { payload, chunkBytes, limits } = this.#parts
    while (this.#failure === null && this.#bytesTried < payload.length) {
      const chunk = payload.subarray(this.#bytesTried, this.#bytesTried + chunkBytes)
      this.#bytesTried += chunk.length
      await this.#step(device.write(chunk), limits.stallMs)
    }
  }

  async #drain(device: Device): Promise<void> {
    if (this.#failure === null) await this.#step(device.drain(), this.#parts.limits.drainMs)
  }

  /** The talk has a limit of its own; its last words may still wait for the printer to read. */
  async #talk(device: Device): Promise<void> {
    const { tail, clock, limits } = this.#parts
    if (tail === undefined || tail === null || this.#failure !== null) return
    let said = Promise.resolve()
    const say = (bytes: Uint8Array): void => {
      said = said.then(async () => device.write(bytes))
      // Heard of again in the step below.
      said.catch(() => undefined)
    }
    const talk = new SocketTail({ talk: tail, clock, say })
    this.#tail = talk
    await Promise.race([new Promise<void>((resolve) => talk.start(resolve)), this.#over.promise])
    talk.stop()
    this.#tail = null
    await this.#step(said, limits.stallMs)
    await this.#drain(device)
  }

  async #step(work: Promise<void>, limitMs: number): Promise<void> {
    try {
      const waited = await this.#within(limitMs, work, this.#over.promise)
      if (waited.is === 'late') this.#fail('write_stalled', lateText(limitMs))
    } catch (error) {
      this.#fail('device_gone', codeOf(error))
    }
  }

  /** One turn of the loop later: after a standstill of this computer, what has come meanwhile is seen before the limit. */
  async #within<T>(
    limitMs: number,
    work: Promise<T>,
    over?: Promise<{ readonly is: 'over' }>,
  ): Promise<Waited<T>> {
    const late = Promise.withResolvers<{ readonly is: 'late' }>()
    const cancel = this.#parts.clock.after(limitMs, () => setImmediate(() => late.resolve({ is: 'late' })))
    const done = work.then((value) => ({ is: 'done', value }) as const)
    // What ends after the limit has nobody to tell.
    done.catch(() => undefined)
    try {
      return await Promise.race<Waited<T>>([done, late.promise, ...(over === undefined ? [] : [over])])
    } finally {
      cancel()
    }
  }

  #fail(code: WriteFailureCode, cause: string): void {
    this.#failure ??= writeFailure(code, this.#bytesTried > 0, cause)
    this.#over.resolve({ is: 'over' })
  }
}

function lateText(limitMs: number): string {
  return `nothing for ${Math.round(limitMs / 1_000)} s`
}
