// The path of a label through this computer, put together: listener, spool, printers and the link to other computers.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { randomUUID } from 'node:crypto'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { NO_FAILPOINTS, type Failpoints } from '../failpoints/failpoints.ts'
import { createScanner } from '../intake/completeness.ts'
import type { RawJob } from '../intake/raw-connection.ts'
import type { PrintingPause } from '../pause/printing-pause.ts'
import { printersOf, type PrintersParts } from '../printing/computer-printers.ts'
import { CurrentSetup } from '../printing/current-setup.ts'
import { explained, explainedByPause } from '../printing/job-reasons.ts'
import { LabelListener } from '../printing/label-listener.ts'
import type { LinkPort, LinkServices } from '../printing/link-port.ts'
import { routeOf } from '../printing/print-setup.ts'
import { PrinterHealth } from '../printing/printer-health.ts'
import { PrinterTalk } from '../printing/printer-talk.ts'
import type { Printers } from '../printers/printers.ts'
import { Spool } from '../spool/spool.ts'
import type { SpoolStore } from '../spool/store/spool-store.ts'

export interface LabelPathParts extends Omit<PrintersParts, 'failpoint'> {
  /** The caller's to close, after `stop`. */
  readonly store: SpoolStore
  readonly random: () => number
  /** Left out: printing is never paused. */
  readonly pause?: Pick<PrintingPause, 'why' | 'endedAtMs'>
  /** Makes the job link, which hands labels of other computers over and takes those for them. */
  readonly link: (services: LinkServices) => LinkPort
  /** Of a campaign; left out, nothing is armed. */
  readonly failpoints?: Failpoints
  /** Each job that was accepted or changed. */
  readonly onJob?: (job: PrintJob) => void
  /** Something else is the matter with the printer than before. */
  readonly onPrinter?: () => void
}

export interface LabelPath {
  readonly spool: Spool
  readonly setup: CurrentSetup
  readonly listener: LabelListener
  readonly link: LinkPort
  readonly printers: Printers
  readonly health: PrinterHealth
  /** A job with what its printer says behind its own reason, as people are shown it. */
  readonly explained: (job: PrintJob) => PrintJob
  /** Takes up the labels of the last process; before the first setup is applied. Throws what the store throws. */
  start(): Promise<void>
  /** What waits stays in the store. */
  stop(): Promise<void>
}

/** So many of the last jobs tell which printers are there and what they speak. */
const LEARNED_FROM = 200
const NEVER_PAUSED = { why: () => null, endedAtMs: () => null }

export function createLabelPath(parts: LabelPathParts): LabelPath {
  const { clock, random, logger, extraPrinters, pause = NEVER_PAUSED, failpoints = NO_FAILPOINTS } = parts
  const { reach: failpoint, path: faults } = failpoints
  const store = faults.store(parts.store)
  const printers = faults.printers(printersOf({ clock, logger, extraPrinters, failpoint }))
  const talk = new PrinterTalk({
    printers,
    clock,
    onReading: (printer, reading) => health.heard(printer, reading),
  })
  const health: PrinterHealth = new PrinterHealth({
    talk,
    clock,
    presence: async (printer) => printers.status(printer),
    onQuestion: (printer) => spool.idleLook.reading(printer),
    onChange: () => parts.onPrinter?.(),
  })
  const spool: Spool = new Spool({
    store,
    clock,
    random,
    logger,
    newId: randomUUID,
    judge: verdictOn,
    canLook: (printer) => talk.canLook(printer),
    lookAt: async (printer, signal, title) => talk.lookAt(printer, signal, title),
    route: () =>
      routeOf(
        setup.now,
        {
          print: async (printer, label) => talk.print(printer, label),
          forward: () => faults.route(link.route()),
        },
        pause.why(),
      ),
    pauseEndedAtMs: () => pause.endedAtMs(),
    onRemoteNews: (news) => link.tell(news),
    onChange: (job) => {
      logChange(logger, job)
      health.jobChanged(job)
      parts.onJob?.(job)
    },
  })
  const link = parts.link({
    arrivals: faults.arrivals(spool.arrivals),
    forwarded: spool.forwarded,
    onRoute: () => spool.routeChanged(),
  })
  const listener = new LabelListener({
    clock,
    logger,
    // A sender who was still being served when this computer lost its part must not believe that somebody prints it.
    onJob: faults.onJob(async (job) => {
      if (setup.now.role === 'None') throw new ProblemError('state_conflict', reason('no_part', {}))
      await spool.accept(job)
    }),
    failpoint,
    takeTls: () => (setup.now.role === 'Server' ? (socket) => link.takeTls(socket) : null),
  })
  const setup = new CurrentSetup({
    listener,
    link,
    onRoute: () => spool.routeChanged(),
    onPrinter: (printer) => health.follow(printer),
  })
  return {
    spool,
    setup,
    listener,
    link,
    printers,
    health,
    explained: (job) => explainedByPause(explained(job, health.seen()), pause.why()),
    start: async () => {
      const rows = (await store.list(LEARNED_FROM)).toReversed()
      await talk.learn(rows, async (jobId) => store.payload(jobId))
      await spool.start()
    },
    stop: async () => {
      await link.stop()
      health.stop()
      await spool.stop()
      await setup.settled()
      await listener.stop()
    },
  }
}

/** Of a whole payload. */
function verdictOn(payload: Uint8Array): RawJob['verdict'] {
  const scanner = createScanner()
  scanner.feed(payload)
  return scanner.verdict()
}

/** Of a label that goes its way the trace has every step, and the log how it ended or why it waits. */
function logChange(logger: Logger, { id, state, bytes }: PrintJob): void {
  const isStep = state === 'accepted' || state === 'sending' || state === 'forwarded'
  logger[isStep ? 'debug' : 'info']('job.changed', { job: id, state, bytes })
}
