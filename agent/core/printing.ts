// Everything about labels on this computer, put together: the way of a label, its assignment, its printers.
import os from 'node:os'
import type { Database } from 'better-sqlite3'
import type { AgentParams, PrintingStatus } from '@pharmacy-relay/shared/agent-api.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { JobTrace, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { SetupRules } from './assignment/assigned-setup.ts'
import { Assignments } from './assignment/assignments.ts'
import { LabelDrawer } from '../drawing/label-drawer.ts'
import { jobAccess, STAFF } from './job-access.ts'
import { labelPicture, type LabelPicture } from './label-picture.ts'
import { JobNews, shownJobs, waitedForPrinterMs } from './job-news.ts'
import { isOwnAddress, isOwnName } from './own-address.ts'
import type { LinkPort } from './link-port.ts'
import { PrintingPause } from './pause/printing-pause.ts'
import { PrintPath, type PrintPathParts } from './print-path.ts'
import type { PrintSetup } from './print-setup.ts'
import { NO_EXTRA_PRINTERS } from './printers/extra-printers.ts'
import { printingStatus } from './printing-status.ts'
import { PrinterWatch } from './printers/printer-watch.ts'
import { recentInterfaces } from './recent-interfaces.ts'
import type { PrintingDesk } from './relay/printing-desk.ts'
import type { SettingsValues } from './settings/settings-table.ts'
import { jobView } from './spool/job-view.ts'
import type { StoredSpool } from './spool/store/open-spool-store.ts'
import { testLabel } from './test-label.ts'

export interface PrintingParts {
  readonly database: Database
  /** The caller's to close, after `stop`. */
  readonly store: StoredSpool
  readonly settings: () => SettingsValues
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
  readonly link: PrintPathParts['link']
  /** What the hub is told may have changed. */
  readonly onNews: () => void
}

export interface Printing {
  /** The doctor looks at more than printing. */
  readonly desk: Omit<PrintingDesk, 'diagnose'>
  /** Resolves once the port of the assignment that was applied last is open. */
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Before a stop that breaks off no label: none begins any more, all are accepted. False when one is still being sent
   * after `limitMs`; then labels go on.
   */
  rest(limitMs: number): Promise<boolean>
  settingsChanged(): void
  /** This computer belongs elsewhere now: no part in printing until the next assignment, and what waits is held. */
  leave(reason: string): Promise<void>
  status(): PrintingStatus
  /** Throws ProblemError state_conflict while this computer has no part in printing. */
  print(payload: Uint8Array): Promise<PrintJob>
  /** Newest first. */
  jobs(limit: number): Promise<PrintJob[]>
  /** What can be asked of one job, as the contract of the control socket says (shared/agent-api.ts). */
  readonly job: JobDesk
  /** Takes seconds. */
  printers(): Promise<PrinterList>
  /** To the other computers of the pharmacy. */
  readonly link: LinkPort
  setup(): PrintSetup
  lookAtPrinter: PrintPath['lookAtPrinter']
  /** How old the oldest label is that the printer did not take; null when none waits for it. */
  waitedForPrinterMs(): number | null
  /** Labels wait for so many minutes. Throws ProblemError state_conflict while this computer has no part in printing. */
  pause(minutes: number): void
  resume(): void
}

export interface JobDesk {
  trace(ref: string): Promise<JobTrace>
  picture(ref: string): Promise<LabelPicture>
  cancel(ref: string): Promise<PrintJob>
  release(ref: string): Promise<PrintJob>
  answer(params: AgentParams<'answer'>): Promise<PrintJob>
  reprint(params: AgentParams<'reprint'>): Promise<PrintJob>
}

/** The hub and the panel wait longer. */
const TEST_LABEL_MS = 6_000

export function createPrinting(parts: PrintingParts): Printing {
  const built = builtFrom(parts)
  const { path, news, assignments, watch, pause } = built
  const drawer = new LabelDrawer(parts)
  return {
    desk: deskOf(built, parts),
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
    rest: async (limitMs) => restOf(path, parts.clock, limitMs),
    settingsChanged: () => {
      assignments.settingsChanged()
      void watch.lookAgain()
    },
    leave: async (reason) => {
      await assignments.forget()
      await path.holdWaiting(reason)
    },
    status: () => printingStatus(built, parts.settings().TcpPort),
    print: async (payload) => {
      if (path.setup().role === 'None') throw new ProblemError('state_conflict', NO_PART)
      return path.print(payload)
    },
    jobs: async (limit) => (await path.jobs(limit)).map((job) => path.explained(job)),
    job: { ...jobDesk(path), picture: async (ref) => labelPicture(ref, { store: parts.store, drawer }) },
    printers: async () => watch.look(),
    link: path.link(),
    setup: () => path.setup(),
    lookAtPrinter: async () => path.lookAtPrinter(),
    waitedForPrinterMs: () => waitedForPrinterMs(path.openJobs(), parts.clock.wallMs()),
    pause: (minutes) => {
      if (path.setup().role === 'None') throw new ProblemError('state_conflict', NO_PART)
      pause.pause(minutes)
    },
    resume: () => pause.resume(),
  }
}

interface Built {
  readonly path: PrintPath
  readonly assignments: Assignments
  readonly watch: PrinterWatch
  readonly news: JobNews
  readonly pause: PrintingPause
}

function builtFrom(parts: PrintingParts): Built {
  const { settings, clock, logger, onNews } = parts
  const interfaces = recentInterfaces(clock)
  const isOwn = (host: string): boolean => isOwnAddress(host, interfaces()) || isOwnName(host, os.hostname())
  const pause = new PrintingPause({
    ...{ database: parts.database, clock },
    onChange: () => {
      path.pauseChanged()
      onNews()
    },
  })
  const path = new PrintPath({
    pause,
    ...{ store: parts.store, clock, random: parts.random, link: parts.link, logger: logger.named('print') },
    extraPrinters: () => settings().Printers ?? NO_EXTRA_PRINTERS,
    onJob: () => news.changed(),
    onPrinter: () => news.changed(),
  })
  const news = new JobNews({
    hours: async (fromMs) => parts.store.hours(fromMs),
    openJobs: () => path.openJobs(),
    printerConditions: () => path.seen()?.conditions ?? [],
    ...{ clock, onNews, logger: logger.named('job-news') },
  })
  const assignments = new Assignments({
    ...{ database: parts.database, clock, logger: logger.named('assignment') },
    rules: () => rulesOf(settings(), isOwn),
    printers: path.printers(),
    apply: async (setup) => path.apply(setup),
    settled: async () => path.settled(),
    onChange: onNews,
  })
  const watch = new PrinterWatch({
    ...{ printers: path.printers(), clock },
    onChange: () => {
      assignments.printersChanged()
      onNews()
    },
  })
  return { path, news, assignments, watch, pause }
}

/** What the hub may ask; staff who look at labels are recorded as those are who ask at this computer. */
function deskOf({ path, assignments, watch, news }: Built, parts: PrintingParts): Printing['desk'] {
  const access = jobAccess(parts.logger.named('access'))
  /** Who asks while one is under way gets the same: a second press of a button is no second label. */
  let testing: Promise<PrintJob> | null = null
  return {
    role: () => path.setup().role,
    tcpPort: () => path.port(),
    queueDepth: () => path.waiting(),
    held: () => assignments.newest() ?? { version: 0, hash: '' },
    config: () => assignments.report(),
    printers: () => watch.list(),
    receive: (assignment) => assignments.receive(assignment),
    listPrinters: async () => watch.look(),
    printTestLabel: async () => {
      testing ??= printTestLabel(path, parts).finally(() => (testing = null))
      return testing
    },
    jobs: () => news.report(),
    toldJobs: (report) => news.told(report),
    listJobs: async (limit) => {
      const shown = shownJobs(path.openJobs(), await path.jobs(limit), limit)
      access(STAFF, 'list', shown)
      return shown.map((job) => path.explained(job))
    },
    cancelJob: async (id) => {
      const job = jobView(await path.people().cancel(id, `${STAFF},`))
      access(STAFF, 'cancel', [job])
      return job
    },
  }
}

async function restOf(path: PrintPath, clock: Clock, limitMs: number): Promise<boolean> {
  const goOn = Promise.withResolvers<void>()
  const late = Promise.withResolvers<boolean>()
  const cancel = clock.after(limitMs, () => late.resolve(false))
  const isAtRest = await Promise.race([path.rest(goOn.promise).then(() => true), late.promise])
  cancel()
  if (!isAtRest) goOn.resolve()
  return isAtRest
}

function jobDesk(path: PrintPath): Omit<JobDesk, 'picture'> {
  const people = path.people()
  return {
    trace: async (ref) => path.trace(ref),
    cancel: async (ref) => jobView(await people.cancel(ref)),
    release: async (ref) => jobView(await people.release(ref)),
    answer: async ({ job, answer }) =>
      jobView(answer === 'printed' ? await people.cameOut(job) : await people.didNotComeOut(job)),
    reprint: async ({ job, count }) => jobView(await people.reprint(job, count)),
  }
}

const NO_PART =
  'This computer has no part in printing yet: an Admin gives it a role in the panel. See: agent status'

function rulesOf(values: SettingsValues, isOwn: (host: string) => boolean): SetupRules {
  return {
    localAddress: values.LocalAddress,
    clientPort: values.TcpPort,
    senders: values.LabelSenders,
    isOwnAddress: isOwn,
  }
}

/** A label that has nowhere to go would come out, unexpected, when somebody gives this computer a printer. */
async function printTestLabel(path: PrintPath, { settings, clock }: PrintingParts): Promise<PrintJob> {
  const { role, printer, target } = path.setup()
  if (role === 'None') throw new ProblemError('state_conflict', NO_PART)
  const destination = printer ?? target?.computerName
  if (destination === undefined)
    throw new ProblemError('state_conflict', 'No other computer of this pharmacy has a printer yet')
  const computerName = settings().ComputerName ?? ''
  const label = testLabel({ computerName, role, destination, at: instant(clock.wallMs()) })
  return path.printAndWait(label, TEST_LABEL_MS)
}
