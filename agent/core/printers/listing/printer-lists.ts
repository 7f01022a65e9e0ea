// The lists of all back ends as one, without waiting for the slowest: of one that takes longer, what it listed last.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { fairly } from './fairly.ts'
import type { PrinterBackend, PrinterInfo } from '../printer-backend.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'

export interface PrinterListsParts {
  readonly backends: readonly PrinterBackend[]
  readonly clock: Clock
  readonly logger: Logger
  /** A list that came too late for those who asked, and that is another than they were given. */
  readonly onLate: () => void
}

/** A print server that hangs takes 8 s, Windows up to 60; somebody waits before a screen. */
export const LIST_WAIT_MS = 1_500
const MAX_PRINTERS = 200

export class PrinterLists {
  readonly #parts: PrinterListsParts
  readonly #lastByKind = new Map<PrinterKind, readonly PrinterInfo[]>()
  readonly #askingByKind = new Map<PrinterKind, Promise<void>>()
  readonly #late = new Set<PrinterKind>()

  constructor(parts: PrinterListsParts) {
    this.#parts = parts
  }

  /** Within LIST_WAIT_MS; never rejects. Where there are more than 200, none of the kinds is left out for another. */
  async list(): Promise<readonly PrinterInfo[]> {
    const lists = await Promise.all(this.#parts.backends.map(async (backend) => this.#partOf(backend)))
    return fairly(lists, MAX_PRINTERS)
  }

  async #partOf(backend: PrinterBackend): Promise<readonly PrinterInfo[]> {
    const { kind } = backend
    const asking = this.#askingByKind.get(kind) ?? this.#ask(backend)
    const late = Promise.withResolvers<'late'>()
    const cancel = this.#parts.clock.after(LIST_WAIT_MS, () => late.resolve('late'))
    if ((await Promise.race([asking, late.promise])) === 'late') this.#late.add(kind)
    cancel()
    return this.#lastByKind.get(kind) ?? []
  }

  /** One at a time of each kind: asked again while it hangs, it would hang again. */
  async #ask(backend: PrinterBackend): Promise<void> {
    const { kind } = backend
    const asking = this.#askOnce(backend).finally(() => this.#askingByKind.delete(kind))
    this.#askingByKind.set(kind, asking)
    return asking
  }

  async #askOnce(backend: PrinterBackend): Promise<void> {
    const { kind } = backend
    const before = this.#lastByKind.get(kind)
    try {
      this.#lastByKind.set(kind, await backend.list())
    } catch (error) {
      // What it listed before stays: that it fails is no word of its printers.
      this.#parts.logger.error('printers.list-failed', error, { kind })
    }
    const isLate = this.#late.delete(kind)
    if (isLate && JSON.stringify(before) !== JSON.stringify(this.#lastByKind.get(kind))) this.#parts.onLate()
  }
}
