// Printing as a part of the agent, put together: the path of a label, what was assigned, what is told of labels.
import os from 'node:os'
import type { Database } from 'better-sqlite3'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { StandbyUse } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ReportedHealth } from '@pharmacy-relay/shared/labels/health.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrintingStatus } from '../../contract/agent-api.ts'
import { LabelDrawer } from '../../drawing/label-drawer.ts'
import { Assignments } from '../assignment/assignments.ts'
import type { Failpoints } from '../failpoints/failpoints.ts'
import { isOwnAddress, isOwnName } from '../network/own-address.ts'
import { recentInterfaces } from '../network/recent-interfaces.ts'
import { PrintingPause } from '../pause/printing-pause.ts'
import { pinnedOf } from '../printers/kinds/extra-printers.ts'
import { PrinterWatch } from '../printers/printer-watch.ts'
import { LocalPrinter } from '../printers/winspool/local/local-printer.ts'
import { systemLocalSpooler, type LocalSpooler } from '../printers/winspool/local/local-spooler.ts'
import { KnownCertificates } from '../printers/tls/known-certificates.ts'
import { JobNews, labelFacts } from '../printing/job-news.ts'
import { keepingLast } from '../printing/kept-picture.ts'
import { labelPicture, type LabelPicture } from '../printing/label-picture.ts'
import { localPlace } from '../printing/local-place.ts'
import { testLabels } from '../printing/print-test-label.ts'
import { printingStatus } from '../printing/printing-status.ts'
import { standbyFacts } from '../printing/standby-facts.ts'
import type { SettingsValues } from '../settings/settings-table.ts'
import type { StoredSpool } from '../spool/store/open-spool-store.ts'
import type { StandbyFacts } from '../standby/standby-rule.ts'
import { StandbySwitch } from '../standby/standby-switch.ts'
import { LabelPath, type LabelPathParts } from './label-path.ts'

export interface AgentPrintingParts {
  readonly database: Database
  /** The caller's to close, after `stop`. */
  readonly store: StoredSpool
  readonly settings: () => SettingsValues
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
  readonly link: LabelPathParts['link']
  readonly failpoints: Failpoints
  /** Left out, this system's own. */
  readonly localSpooler?: LocalSpooler | undefined
  /** What the hub is told of this computer's health. */
  readonly health: () => ReportedHealth
  /** What the hub is told may have changed. */
  readonly onNews: () => void
  /** Hears of each job that was accepted or changed; left out, nobody does. */
  readonly onJob?: (job: PrintJob) => void
}

export class AgentPrinting {
  readonly path: LabelPath
  readonly assignments: Assignments
  readonly watch: PrinterWatch
  readonly news: JobNews
  readonly pause: PrintingPause
  /** Of Windows, which leads to this agent. */
  readonly localPrinter: LocalPrinter
  /** Which printer of the pharmacy labels go to. */
  readonly standby: StandbySwitch
  /** Of TLS printers. */
  readonly certificates: KnownCertificates
  readonly printTestLabel: () => Promise<PrintJob>
  readonly picture: (ref: string) => Promise<LabelPicture>
  /** With nothing of what is written on it. */
  readonly maskedPicture: (ref: string) => Promise<LabelPicture>
  readonly #settings: () => SettingsValues
  readonly #drawer: LabelDrawer

  constructor(parts: AgentPrintingParts) {
    const { store, settings, clock, onNews } = parts
    this.#settings = settings
    this.pause = new PrintingPause({
      database: parts.database,
      clock,
      onChange: () => {
        this.path.spool.pauseChanged(this.pause.why() !== null)
        this.path.printerNews.changed()
        onNews()
      },
    })
    this.standby = this.#standbyOf(parts)
    this.certificates = certificatesOf(parts, () => this.#trustChanged())
    const own = { pause: this.pause, printerTrust: this.certificates, standby: this.standby }
    this.path = pathOf(parts, own, () => this.news.changed())
    this.news = newsOf(parts, this.path, () => this.#standbyUse())
    this.assignments = assignmentsOf(parts, this.path)
    this.watch = new PrinterWatch({
      printers: this.path.printers,
      chosen: () => this.#chosen(),
      clock,
      onChange: () => {
        this.assignments.printersChanged()
        onNews()
      },
    })
    this.localPrinter = localPrinterOf(parts, this.path, () => void this.watch.lookAgain())
    this.printTestLabel = testLabels({
      spool: this.path.spool,
      setup: () => this.path.setup.now,
      computerName: () => settings().ComputerName ?? '',
      clock,
    })
    const drawer = new LabelDrawer({ clock })
    this.#drawer = drawer
    this.picture = async (ref) => labelPicture(ref, { store, drawer })
    this.maskedPicture = keepingLast(async (ref) => labelPicture(ref, { store, drawer }, true))
  }

  status(): PrintingStatus {
    const { setup, listener, link, health, spool } = this.path
    return printingStatus({
      setup: setup.now,
      port: listener.port,
      link: link.view(),
      there: link.there()?.view() ?? null,
      seen: health.seen(),
      board: spool.board,
      assignments: this.assignments,
      standbyUse: this.standby.inUse(),
      standbyTold: link.there('standby')?.view() ?? null,
      standbyFacts: this.#standbyFacts(),
      pausedUntil: this.pause.until(),
      clientPort: this.#settings().TcpPort,
    })
  }

  #standbyOf({ database, clock, logger, onNews }: AgentPrintingParts): StandbySwitch {
    return new StandbySwitch({
      database,
      clock,
      logger: logger.named('standby'),
      plan: () => this.path.setup.now.standby ?? null,
      isAssigned: () => this.path.setup.now.role !== 'None',
      facts: () => this.#standbyFacts(),
      onChange: () => {
        this.path.spool.routeChanged()
        this.news.changed()
        onNews()
      },
    })
  }

  #standbyFacts(): StandbyFacts {
    const { setup, link, health } = this.path
    return standbyFacts({ setup: setup.now, link, seen: health.seen() })
  }

  /** For staff; null while labels go to the first printer. */
  #standbyUse(): StandbyUse | null {
    const use = this.standby.inUse()
    const computerName = this.path.setup.now.standby?.computerName ?? ''
    return use === null ? null : { computerName, since: instant(use.sinceMs), why: use.why }
  }

  /** Resolves once the port of the assignment that was applied last is open. */
  async start(): Promise<void> {
    await this.path.start()
    await this.assignments.start()
    this.watch.start()
    this.news.changed()
    this.news.start()
  }

  /** Also the one that the newest assignment names and that this computer could not take up. */
  #chosen(): string | null {
    const { printerName, failed } = this.status()
    return failed?.printerName ?? printerName
  }

  /** The list shows certificates, and labels may wait for this one. */
  #trustChanged(): void {
    void this.watch.lookAgain()
    void this.path.health.lookNow()
  }

  async stop(): Promise<void> {
    this.assignments.stop()
    this.watch.stop()
    this.news.stop()
    this.standby.stop()
    this.pause.stop()
    await Promise.all([this.path.stop(), this.#drawer.stop()])
  }
}

function certificatesOf(
  { database, clock, logger, settings }: AgentPrintingParts,
  onChange: () => void,
): KnownCertificates {
  const pinned = () => pinnedOf(settings().Printers ?? [])
  return new KnownCertificates({ database, clock, logger: logger.named('print'), pinned, onChange })
}

function localPrinterOf(
  { clock, logger, localSpooler }: AgentPrintingParts,
  { setup, listener }: LabelPath,
  onChange: () => void,
): LocalPrinter {
  return new LocalPrinter({
    spooler: localSpooler ?? systemLocalSpooler({ clock, logger: logger.named('local-printer') }),
    place: () => localPlace(setup.now.listen, listener.port),
    onChange,
  })
}

function pathOf(
  parts: AgentPrintingParts,
  own: Pick<LabelPathParts, 'pause' | 'printerTrust' | 'standby'>,
  onNews: () => void,
): LabelPath {
  return new LabelPath({
    ...own,
    store: parts.store,
    clock: parts.clock,
    random: parts.random,
    link: parts.link,
    failpoints: parts.failpoints,
    logger: parts.logger.named('print'),
    extraPrinters: () => parts.settings().Printers ?? [],
    media: () => parts.settings().LabelMedia,
    onJob: (job) => {
      onNews()
      parts.onJob?.(job)
    },
    onPrinter: onNews,
  })
}

function newsOf(
  { store, clock, logger, health, onNews }: AgentPrintingParts,
  { spool, health: printer }: LabelPath,
  standby: () => StandbyUse | null,
): JobNews {
  return new JobNews({
    hours: async (fromMs) => store.hours(fromMs),
    openJobs: () => spool.board.jobs(),
    facts: () => labelFacts(spool.board.lastOut),
    printerConditions: () => printer.seen()?.conditions ?? [],
    standby,
    health,
    clock,
    onNews,
    logger: logger.named('job-news'),
  })
}

function assignmentsOf(parts: AgentPrintingParts, { setup, spool, printers }: LabelPath): Assignments {
  const { database, settings, clock, logger, onNews } = parts
  const interfaces = recentInterfaces(clock)
  return new Assignments({
    database,
    clock,
    logger: logger.named('assignment'),
    rules: () => {
      const { LocalAddress: localAddress, TcpPort: clientPort, LabelSenders: senders } = settings()
      const isOwn = (host: string): boolean =>
        isOwnAddress(host, interfaces()) || isOwnName(host, os.hostname())
      return { localAddress, clientPort, senders, isOwnAddress: isOwn }
    },
    printers,
    apply: async (next) => setup.apply(next),
    settled: async () => spool.dispatcher.settled(),
    onChange: onNews,
  })
}
