// The way of a label through this computer: listener, spool, printers, set up for one role at a time.
import { randomUUID } from 'node:crypto'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createScanner } from './intake/completeness.ts'
import type { RawJob } from './intake/raw-connection.ts'
import { LabelDoor } from './label-door.ts'
import { createCupsPrinters, CUPS_JOB_MS } from './printers/cups.ts'
import type { ExtraPrinters } from './printers/extra-printers.ts'
import { createFolderPrinters } from './printers/folder.ts'
import { Forwarder, type ComputerTarget } from './printers/forwarder.ts'
import { CUPS_SOCKET } from './printers/ipp-client.ts'
import { createPrinters, type Printers } from './printers/printers.ts'
import { SOCKET_LIMITS } from './printers/socket-writer.ts'
import { createTcpPrinters } from './printers/tcp.ts'
import { routeOf, type PrintSetup } from './print-setup.ts'
import { Spool, type Label } from './spool/spool.ts'
import { JobWaits } from './spool/job-waits.ts'

export interface PrintPathParts {
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
  /** Printers that nothing finds by itself. */
  readonly extraPrinters: () => ExtraPrinters
  readonly isOwnAddress: (address: string) => boolean
}

const NO_ROLE: PrintSetup = { role: 'None', printer: null, target: null, listen: null }

export class PrintPath {
  readonly #printers: Printers
  readonly #spool: Spool
  readonly #door: LabelDoor
  readonly #waits: JobWaits
  #setup: PrintSetup = NO_ROLE
  /** One change after the other. */
  #applied: Promise<unknown> = Promise.resolve()

  constructor(parts: PrintPathParts) {
    const { clock, logger, extraPrinters, isOwnAddress } = parts
    this.#waits = new JobWaits(clock)
    this.#printers = createPrinters({
      logger,
      backends: [
        createCupsPrinters({ socketPath: CUPS_SOCKET, clock, jobMs: CUPS_JOB_MS }),
        createTcpPrinters({ addresses: () => extraPrinters().tcp, clock, limits: SOCKET_LIMITS }),
        createFolderPrinters({ folders: () => extraPrinters().folder, clock }),
      ],
    })
    const forwarder = new Forwarder({ clock, limits: SOCKET_LIMITS, isOwnAddress })
    const ways = {
      print: async (printer: string, label: Label) => this.#printers.print(printer, label),
      forward: async (target: ComputerTarget, label: Label) => forwarder.write(target, label),
    }
    this.#spool = new Spool({
      ...parts,
      newId: randomUUID,
      route: () => routeOf(this.#setup, ways),
      onChange: (job) => {
        logger.info('job.changed', { job: job.id, state: job.state, bytes: job.bytes })
        this.#waits.changed(job)
      },
    })
    this.#door = new LabelDoor({ clock, logger, onJob: (job) => this.#take(job) })
  }

  /**
   * Listens as the new setup says and only then sends labels its way; resolves with the port, null where none is open.
   * A label may still be on the old way: see settled. Throws ListenError when the port cannot be opened: the old setup
   * stays.
   */
  async apply(setup: PrintSetup): Promise<number | null> {
    const applied = this.#applied.then(async () => this.#change(setup))
    this.#applied = applied.catch(() => undefined)
    await applied
    return this.#door.port
  }

  /** Resolves once no label is on the way of a setup before the present one: at once, or when that label's try ends. */
  async settled(): Promise<void> {
    await this.#spool.settled()
  }

  /** What this computer does at this moment. */
  setup(): PrintSetup {
    return this.#setup
  }

  /** The open port; null where none is. */
  port(): number | null {
    return this.#door.port
  }

  printers(): Omit<Printers, 'print'> {
    return this.#printers
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

  /** As print; resolves when the label has left, was held or failed, after `limitMs` as it then stands. */
  async printAndWait(payload: Uint8Array, limitMs: number): Promise<PrintJob> {
    const job = this.print(payload)
    // Its first try began before this line, and the wait hears only of what comes after it.
    return this.#waits.end(this.jobs().find(({ id }) => id === job.id) ?? job, limitMs)
  }

  /** Newest first. */
  jobs(): PrintJob[] {
    return this.#spool.list()
  }

  /** Labels that have not reached their end. */
  waiting(): number {
    return this.#spool.waiting()
  }

  async stop(): Promise<void> {
    await this.#spool.stop()
    await this.#applied
    await this.#door.stop()
    this.#waits.stop()
  }

  /** A sender who was still being served when this computer lost its part must not believe that somebody prints it. */
  #take(job: RawJob): void {
    if (this.#setup.role === 'None') throw new ProblemError('state_conflict', 'No part in printing any more')
    this.#spool.accept(job)
  }

  async #change(setup: PrintSetup): Promise<void> {
    await this.#door.open(setup.listen)
    this.#setup = setup
    this.#spool.routeChanged()
  }
}
