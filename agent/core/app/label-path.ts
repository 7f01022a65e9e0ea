// The path of a label through this computer, put together: listener, spool, printers and the link to other computers.
import type { DrawnLanguage } from '../../drawing/prescription/languages/payload.ts'
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { randomUUID } from 'node:crypto'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { NO_FAILPOINTS, type Failpoints } from '../failpoints/failpoints.ts'
import { verdictOn } from '../intake/completeness.ts'
import type { PrintingPause } from '../pause/printing-pause.ts'
import { printersOf, type PrintersParts } from '../printing/computer-printers.ts'
import { CurrentSetup } from '../printing/current-setup.ts'
import { explainedAt, explainedByPause } from '../printing/job-reasons.ts'
import { LabelListener } from '../printing/label-listener.ts'
import type { LinkPort, LinkServices } from '../printing/link-port.ts'
import { printerHere, routeOf, takesLinks, type Ways } from '../printing/print-setup.ts'
import { PrinterHealth } from '../printing/printer-health.ts'
import { PrinterNews } from '../printing/printer-news.ts'
import { PrinterTalk } from '../printing/printer-talk.ts'
import { isOfficePrinter } from '../printers/listing/office-printer.ts'
import type { Printers } from '../printers/printers.ts'
import { printOnce } from '../spool/print-once.ts'
import { jobView } from '../spool/view/job-view.ts'
import { Spool } from '../spool/spool.ts'
import type { SpoolStore } from '../spool/store/spool-store.ts'
import type { StandbySwitch } from '../standby/standby-switch.ts'

export interface LabelPathParts extends Omit<PrintersParts, 'failpoint'> {
  /** The caller's to close, after `stop`. */
  readonly store: SpoolStore
  readonly random: () => number
  /** Left out: printing is never paused. */
  readonly pause?: Pick<PrintingPause, 'why' | 'endedAtMs'>
  /** Left out: there is no standby printer, labels go to the first. */
  readonly standby?: Pick<StandbySwitch, 'use' | 'look'>
  /** The labels that are set for the printer here, for Clients; left out: they are told of none. */
  readonly media?: () => LabelMedia | null
  /** Makes the job link, which hands labels of other computers over and takes those for them. */
  readonly link: (services: LinkServices) => LinkPort
  /** Of a campaign; left out, nothing is armed. */
  readonly failpoints?: Failpoints
  /** Each job that was accepted or changed. */
  readonly onJob?: (job: PrintJob) => void
  /** Something else is the matter with the printer than before. */
  readonly onPrinter?: () => void
}

/** So many of the last jobs tell which printers are there and what they speak. */
const LEARNED_FROM = 200
const NEVER_PAUSED = { why: () => null, endedAtMs: () => null }
const NO_STANDBY: NonNullable<LabelPathParts['standby']> = { use: () => 'first', look: () => undefined }

export class LabelPath {
  readonly spool: Spool
  readonly setup: CurrentSetup
  readonly listener: LabelListener
  readonly link: LinkPort
  readonly printers: Printers
  readonly health: PrinterHealth
  /** What Clients are told of the printer; to be told when printing is paused and goes on. */
  readonly printerNews: PrinterNews
  /** A job with what its printer says behind its own reason, as people are shown it. */
  readonly explained: (job: PrintJob) => PrintJob
  readonly #store: SpoolStore
  readonly #talk: PrinterTalk

  constructor(parts: LabelPathParts) {
    const { clock, pause = NEVER_PAUSED, failpoints = NO_FAILPOINTS } = parts
    const { reach: failpoint, path: faults } = failpoints
    const printers = faults.printers(printersOf({ ...parts, failpoint }))
    this.printers = printers
    this.#store = faults.store(parts.store)
    this.#talk = new PrinterTalk({
      printers,
      clock,
      onReading: (printer, reading) => this.health.heard(printer, reading),
      onHeld: (printer, stops) => this.health.held(printer, stops),
    })
    this.health = this.#healthOf(parts)
    this.printerNews = this.#printerNewsOf(parts, pause)
    this.spool = this.#spoolOf(parts, pause, faults)
    const { standby = NO_STANDBY } = parts
    const onRoute = (): void => {
      standby.look()
      this.spool.routeChanged()
    }
    const { arrivals, forwarded } = this.spool
    const printer = this.printerNews
    this.link = parts.link({ arrivals: faults.arrivals(arrivals), forwarded, onRoute, printer })
    this.listener = this.#listenerOf(parts, failpoints)
    this.setup = new CurrentSetup({
      listener: this.listener,
      link: this.link,
      onRoute,
      onPrinter: (printer) => {
        this.health.follow(printer)
        this.printerNews.changed()
      },
    })
    this.explained = (job) => {
      const atPrinter = explainedAt(job, this.setup.now, this.health.seen())
      return explainedByPause(atPrinter, pause.why())
    }
  }

  /** The same label once more, also after a restart, is no second one. Throws as Spool.accept. */
  async printOnce(id: string, payload: Uint8Array): Promise<PrintJob> {
    return printOnce({ spool: this.spool, store: this.#store, judge: verdictOn }, { id, payload })
  }

  /** Null: there is none of that id. */
  async jobOf(id: string): Promise<PrintJob | null> {
    const row = await this.#store.find(id)
    return row === null ? null : jobView(row)
  }

  /** The language that labels are drawn in for the printer here; null: it has none, or nothing tells. */
  drawnHere(): DrawnLanguage | null {
    const printer = printerHere(this.setup.now)
    return printer === null ? null : this.#talk.drawn(printer)
  }

  /** Takes up the labels of the last process; before the first setup is applied. Throws what the store throws. */
  async start(): Promise<void> {
    const rows = (await this.#store.list(LEARNED_FROM)).toReversed()
    await this.#talk.learn(rows, async (jobId) => this.#store.payload(jobId))
    await this.spool.start()
  }

  /** What waits stays in the store. */
  async stop(): Promise<void> {
    await this.link.stop()
    this.printerNews.stop()
    this.health.stop()
    await this.spool.stop()
    await this.setup.settled()
    await this.listener.stop()
  }

  #healthOf({ clock, onPrinter, standby = NO_STANDBY }: LabelPathParts): PrinterHealth {
    return new PrinterHealth({
      talk: this.#talk,
      clock,
      presence: async (printer) => this.printers.status(printer),
      isAwaited: () => this.spool.isPrinterAwaited(),
      isOffice: (printer) => isOfficePrinter(this.printers.systemModel(printer)),
      onQuestion: (printer) => this.spool.idleLook.reading(printer),
      onChange: () => {
        this.spool.printerChanged()
        this.printerNews.changed()
        standby.look()
        onPrinter?.()
      },
    })
  }

  #printerNewsOf(
    { clock, media = () => null }: LabelPathParts,
    pause: NonNullable<LabelPathParts['pause']>,
  ): PrinterNews {
    return new PrinterNews({
      clock,
      health: this.health,
      printer: () => printerHere(this.setup.now),
      pausedWhy: () => pause.why(),
      media,
      language: (printer) => this.#talk.drawn(printer),
      openJobs: () => this.spool.board.jobs(),
      onNews: (now) => this.link.tellPrinter(now),
    })
  }

  #spoolOf(
    { clock, random, logger, onJob, standby = NO_STANDBY }: LabelPathParts,
    pause: NonNullable<LabelPathParts['pause']>,
    faults: Failpoints['path'],
  ): Spool {
    const talk = this.#talk
    const ways: Ways = {
      print: async (printer, label) => talk.print(printer, label),
      stopped: (printer) => this.health.stopped(printer),
      mayHold: (printer) => this.health.mayHold(printer),
      forward: () => faults.route(this.link.route()),
      standby: () => {
        const route = this.link.standbyRoute()
        const wrapped = route === null ? null : faults.route(route)
        return wrapped !== null && 'kind' in wrapped ? wrapped : null
      },
      use: () => standby.use(),
    }
    return new Spool({
      store: this.#store,
      clock,
      random,
      logger,
      newId: randomUUID,
      judge: verdictOn,
      canLook: (printer) => talk.canLook(printer),
      lookAt: async (printer, signal, title) => talk.lookAt(printer, signal, title),
      route: () => routeOf(this.setup.now, ways, pause.why()),
      pauseEndedAtMs: () => pause.endedAtMs(),
      onRemoteNews: (news) => this.link.tell(news),
      onChange: (job) => {
        logChange(logger, job)
        this.health.jobChanged(job)
        this.printerNews.labelChanged()
        onJob?.(job)
      },
    })
  }

  #listenerOf(
    { clock, logger }: LabelPathParts,
    { reach: failpoint, path: faults }: Failpoints,
  ): LabelListener {
    return new LabelListener({
      clock,
      logger,
      // A sender who was still being served when this computer lost its part must not believe that somebody prints it.
      onJob: faults.onJob(async (job) => {
        if (this.setup.now.role === 'None') throw new ProblemError('state_conflict', reason('no_part', {}))
        await this.spool.accept(job)
      }),
      failpoint,
      takeTls: () => (takesLinks(this.setup.now) ? (socket) => this.link.takeTls(socket) : null),
    })
  }
}

/** Of a label that goes its way the trace has every step, and the log how it ended or why it waits. */
function logChange(logger: Logger, { id, state, bytes }: PrintJob): void {
  const isStep = state === 'accepted' || state === 'sending' || state === 'forwarded'
  logger[isStep ? 'debug' : 'info']('job.changed', { job: id, state, bytes })
}
