// Printing as a part of the agent, put together: the path of a label, what was assigned, what is told of labels.
import os from 'node:os'
import type { Database } from 'better-sqlite3'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrintingStatus } from '../../contract/agent-api.ts'
import { LabelDrawer } from '../../drawing/label-drawer.ts'
import { Assignments } from '../assignment/assignments.ts'
import type { Failpoints } from '../failpoints/failpoints.ts'
import { isOwnAddress, isOwnName } from '../network/own-address.ts'
import { recentInterfaces } from '../network/recent-interfaces.ts'
import { PrintingPause } from '../pause/printing-pause.ts'
import { NO_EXTRA_PRINTERS } from '../printers/extra-printers.ts'
import { PrinterWatch } from '../printers/printer-watch.ts'
import { JobNews } from '../printing/job-news.ts'
import { labelPicture, type LabelPicture } from '../printing/label-picture.ts'
import { testLabels } from '../printing/print-test-label.ts'
import { printingStatus } from '../printing/printing-status.ts'
import type { SettingsValues } from '../settings/settings-table.ts'
import type { StoredSpool } from '../spool/store/open-spool-store.ts'
import { createLabelPath, type LabelPath, type LabelPathParts } from './label-path.ts'

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
  /** What the hub is told may have changed. */
  readonly onNews: () => void
}

export interface AgentPrinting {
  readonly path: LabelPath
  readonly assignments: Assignments
  readonly watch: PrinterWatch
  readonly news: JobNews
  readonly pause: PrintingPause
  readonly printTestLabel: () => Promise<PrintJob>
  readonly picture: (ref: string) => Promise<LabelPicture>
  status(): PrintingStatus
  /** Resolves once the port of the assignment that was applied last is open. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createPrinting(parts: AgentPrintingParts): AgentPrinting {
  const { store, settings, clock } = parts
  const pause = new PrintingPause({
    database: parts.database,
    clock,
    onChange: () => {
      path.spool.pauseChanged(pause.why() !== null)
      parts.onNews()
    },
  })
  const path = createLabelPath({
    store,
    clock,
    pause,
    random: parts.random,
    link: parts.link,
    failpoints: parts.failpoints,
    logger: parts.logger.named('print'),
    extraPrinters: () => settings().Printers ?? NO_EXTRA_PRINTERS,
    onJob: () => news.changed(),
    onPrinter: () => news.changed(),
  })
  const news = newsOf(parts, path)
  const assignments = assignmentsOf(parts, path)
  const watch = new PrinterWatch({
    printers: path.printers,
    clock,
    onChange: () => {
      assignments.printersChanged()
      parts.onNews()
    },
  })
  const drawer = new LabelDrawer({ clock })
  return {
    path,
    assignments,
    watch,
    news,
    pause,
    printTestLabel: testLabels({
      spool: path.spool,
      setup: () => path.setup.now,
      computerName: () => settings().ComputerName ?? '',
      clock,
    }),
    picture: async (ref) => labelPicture(ref, { store, drawer }),
    status: () =>
      printingStatus({
        setup: path.setup.now,
        port: path.listener.port,
        link: path.link.view(),
        seen: path.health.seen(),
        board: path.spool.board,
        assignments,
        pausedUntil: pause.until(),
        clientPort: settings().TcpPort,
      }),
    start: async () => {
      await path.start()
      await assignments.start()
      watch.start()
      news.changed()
    },
    stop: async () => {
      assignments.stop()
      watch.stop()
      news.stop()
      pause.stop()
      await Promise.all([path.stop(), drawer.stop()])
    },
  }
}

function newsOf({ store, clock, logger, onNews }: AgentPrintingParts, { spool, health }: LabelPath): JobNews {
  return new JobNews({
    hours: async (fromMs) => store.hours(fromMs),
    openJobs: () => spool.board.jobs(),
    printerConditions: () => health.seen()?.conditions ?? [],
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
    settled: async () => spool.dispatchers.settled(),
    onChange: onNews,
  })
}
