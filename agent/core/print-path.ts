// The way of a label through this computer: listener, spool, printers, set up for one role at a time.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { createScanner } from './intake/completeness.ts'
import { RAW_LIMITS, RawListener } from './intake/raw-listener.ts'
import { isAllowedSender } from './intake/sender-address.ts'
import { createCupsPrinters, CUPS_JOB_MS } from './printers/cups.ts'
import { createFolderPrinters } from './printers/folder.ts'
import { CUPS_SOCKET } from './printers/ipp-client.ts'
import type { PrinterInfo } from './printers/printer-backend.ts'
import { createPrinters, type Printers } from './printers/printers.ts'
import { SOCKET_LIMITS } from './printers/socket-writer.ts'
import { createTcpPrinters } from './printers/tcp.ts'
import { isSameListen, routeOf, type ListenSetup, type PrintSetup } from './print-setup.ts'
import { Spool } from './spool/spool.ts'

export interface PrintPathParts {
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
}

const NO_ROLE: PrintSetup = { role: 'none', printer: null, target: null, listen: null }

export class PrintPath {
  readonly #parts: PrintPathParts
  readonly #printers: Printers
  readonly #spool: Spool
  #setup: PrintSetup = NO_ROLE
  #listener: RawListener | null = null
  #port: number | null = null
  /** One change after the other. */
  #applied: Promise<unknown> = Promise.resolve()

  constructor(parts: PrintPathParts) {
    const { clock, logger } = parts
    this.#parts = parts
    this.#printers = createPrinters({
      logger,
      backends: [
        createCupsPrinters({ socketPath: CUPS_SOCKET, clock, jobMs: CUPS_JOB_MS }),
        createTcpPrinters({ addresses: () => this.#chosen('tcp'), clock, limits: SOCKET_LIMITS }),
        createFolderPrinters({ folders: () => this.#chosen('folder'), clock }),
      ],
    })
    this.#spool = new Spool({
      ...parts,
      newId: randomUUID,
      route: () => routeOf(this.#setup, this.#printers),
      onChange: (job) => logger.info('job.changed', { job: job.id, state: job.state, bytes: job.bytes }),
    })
  }

  /**
   * Listens as the new setup says and only then sends labels its way; resolves with the port, null where none is open.
   * Throws ProblemError state_conflict when the port cannot be opened: the old setup stays.
   */
  async apply(setup: PrintSetup): Promise<number | null> {
    const applied = this.#applied.then(async () => this.#change(setup))
    this.#applied = applied.catch(() => undefined)
    const port = await applied
    await this.#spool.settled()
    return port
  }

  /** As apply, but a setup that cannot be applied is logged: an agent in a pharmacy must start. */
  async tryApply(setup: PrintSetup): Promise<void> {
    try {
      await this.apply(setup)
    } catch (error) {
      this.#parts.logger.error('print-path.setup-not-applied', error)
    }
  }

  async #change(setup: PrintSetup): Promise<number | null> {
    const before = { listener: this.#listener, listen: this.#setup.listen }
    const port = isSameListen(before.listen, setup.listen) ? this.#port : await this.#open(setup.listen)
    this.#setup = setup
    this.#port = port
    this.#spool.routeChanged()
    if (before.listener !== this.#listener) await before.listener?.stop()
    return port
  }

  async printers(): Promise<readonly PrinterInfo[]> {
    return this.#printers.list()
  }

  /** Hands a whole payload over, as `agent print` does. Throws ProblemError invalid (empty), unavailable (full). */
  print(payload: Uint8Array): PrintJob {
    const scanner = createScanner()
    scanner.feed(payload)
    return this.#spool.accept({
      payload,
      sender: 'this computer',
      endedBy: 'asked',
      verdict: scanner.verdict(),
    })
  }

  /** Newest first. */
  jobs(): PrintJob[] {
    return this.#spool.list()
  }

  async stop(): Promise<void> {
    await this.#spool.stop()
    await this.#applied
    await this.#listener?.stop()
  }

  /** One port cannot be open twice: where only the senders differ, the old listener goes first, and comes back. */
  async #open(listen: PrintSetup['listen']): Promise<number | null> {
    const old = this.#setup.listen
    if (listen === null) {
      this.#listener = null
      return null
    }
    if (old?.port !== listen.port) return this.#listen(listen)
    await this.#listener?.stop()
    try {
      return await this.#listen(listen)
    } catch (error) {
      await this.#listen(old)
      throw error
    }
  }

  async #listen({ port, scope }: ListenSetup): Promise<number> {
    const { clock, logger } = this.#parts
    const listener = new RawListener({
      host: scope === 'network' ? null : '127.0.0.1',
      port,
      limits: RAW_LIMITS,
      clock,
      logger,
      isAllowedSender: (address) => isAllowedSender(address, { scope, interfaces: os.networkInterfaces() }),
      onJob: async (job) => void this.#spool.accept(job),
      onRefused: (refusal) => logger.warn('raw-listener.refused', { ...refusal }),
    })
    const opened = await listener.start()
    this.#listener = listener
    return opened
  }

  /** Printers that nothing finds by itself are listed once they are chosen. */
  #chosen(kind: 'tcp' | 'folder'): string[] {
    const { printer } = this.#setup
    return printer?.startsWith(`${kind}:`) === true ? [printer.slice(kind.length + 1)] : []
  }
}
