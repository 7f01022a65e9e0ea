// Hands labels to another computer of the pharmacy, at the first of its addresses that takes the connection.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { writeToSocket, type SocketLimits } from './socket-writer.ts'
import { writeFailure, type WriteFailure, type WriteOutcome } from './write-outcome.ts'

export interface ComputerTarget {
  readonly computerName: string
  /** Tried in this order, but for the one that answered last. */
  readonly addresses: readonly string[]
  readonly port: number
}

export interface ForwarderParts {
  readonly clock: Clock
  readonly limits: SocketLimits
  /** An address that this computer has as well, such as that of a virtual network, would lead back to itself. */
  readonly isOwnAddress: (address: string) => boolean
}

/** So that a try ends in half a minute when none answers. */
const MAX_ADDRESSES = 8
/** Computers on one network answer within milliseconds. */
const CONNECT_MS = 3_000

export class Forwarder {
  readonly #parts: ForwarderParts
  #answeredLast: string | null = null

  constructor(parts: ForwarderParts) {
    this.#parts = parts
  }

  /** Never throws. Goes on to the next address only while no byte of the label was sent. */
  async write(
    target: ComputerTarget,
    label: { readonly payload: Uint8Array; readonly signal: AbortSignal },
  ): Promise<WriteOutcome> {
    const { clock, limits } = this.#parts
    let failure: WriteFailure = writeFailure('printer_unreachable', false, 'no address is known')
    for (const host of this.#inOrder(target)) {
      const outcome = await writeToSocket({
        ...{ ...label, clock, address: { host, port: target.port } },
        limits: { ...limits, connectMs: CONNECT_MS },
      })
      if (outcome.ok) {
        this.#answeredLast = host
        return { ok: true }
      }
      failure = outcome
      if (outcome.retry === 'ambiguous' || label.signal.aborted) break
    }
    return ofComputer(failure, target)
  }

  #inOrder({ addresses }: ComputerTarget): string[] {
    const others = addresses.filter((address) => !this.#parts.isOwnAddress(address)).slice(0, MAX_ADDRESSES)
    const last = others.filter((address) => address === this.#answeredLast)
    return [...last, ...others.filter((address) => address !== this.#answeredLast)]
  }
}

/** In the words for a printer, with the computer's name; another address may come with the next assignment, so never final. */
function ofComputer({ code, retry, why }: WriteFailure, { computerName }: ComputerTarget): WriteFailure {
  return {
    ...{ ok: false, code, retry: retry === 'permanent' ? 'transient' : retry },
    // A function, because `$` means something in a replacement text.
    why: why.replace('the printer', () => computerName),
  }
}
