// What the control socket can ask for, each method from the part that knows; who asked for a label is recorded.
import type { AgentHandlers, AgentStatus } from '../../contract/agent-api.ts'
import type { AgentProgram } from '../../contract/program.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { MAX_PEERS, type PeerRow } from '../../contract/peers.ts'
import { MAX_PRINTER_CERTIFICATES } from '../../contract/printer-certificates.ts'
import { helpHandlers, type HelpWork } from './help-handlers.ts'
import { dispensingHandlers, type DispensingParts } from './dispensing-handlers.ts'
import type { PairingService } from '../pairing/pairing-service.ts'
import type { KeyRotation } from '../keys/key-rotation.ts'
import type { KnownPeers } from '../link/peers/known-peers.ts'
import type { JobListCounts, JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { printerText, type PrinterList } from '@pharmacy-relay/shared/printer.ts'
import type { JobAccess, JobAct } from '../logging/job-access.ts'
import type { KnownCertificates } from '../printers/tls/known-certificates.ts'
import type { LocalPrinter } from '../printers/winspool/local/local-printer.ts'
import type { PrintingPause } from '../pause/printing-pause.ts'
import type { StandbySwitch } from '../standby/standby-switch.ts'
import type { LabelPicture } from '../printing/label-picture.ts'
import { requirePart, type PrintSetup } from '../printing/print-setup.ts'
import type { Spool } from '../spool/spool.ts'
import type { JobRow } from '../spool/store/spool-store.ts'
import { jobView } from '../spool/view/job-view.ts'
import type { Settings } from '../settings/settings.ts'
import type { SupportService } from '../support/support-service.ts'
import type { Updates } from '../updates/updates.ts'
import type { WindowListener } from '../window-listener/window-listener.ts'

export interface AgentHandlersParts {
  readonly status: () => AgentStatus
  readonly settings: Settings
  readonly setup: () => PrintSetup
  readonly spool: Pick<Spool, 'print' | 'trace' | 'actions'>
  /** One page, as people are shown them. */
  readonly jobs: (count: number, page?: JobPage) => Promise<PrintJob[]>
  readonly jobLists: () => Promise<JobListCounts>
  /** With what its printer says behind its own reason. */
  readonly explained: (job: PrintJob) => PrintJob
  readonly picture: (ref: string) => Promise<LabelPicture>
  readonly maskedPicture: (ref: string) => Promise<LabelPicture>
  readonly printTestLabel: () => Promise<PrintJob>
  /** Asks the system, which takes seconds. */
  readonly printers: () => Promise<PrinterList>
  readonly certificates: Pick<KnownCertificates, 'list' | 'confirm'>
  readonly localPrinter: Pick<LocalPrinter, 'status' | 'add' | 'remove'>
  readonly pause: Pick<PrintingPause, 'pause' | 'resume' | 'until'>
  readonly standby: Pick<StandbySwitch, 'useFirst'>
  readonly peers: KnownPeers
  readonly rotation: KeyRotation
  readonly pairing: Pick<PairingService, 'pair'>
  readonly dispensing: Omit<DispensingParts, 'access'>
  readonly help: HelpWork
  readonly access: JobAccess
  readonly diagnose: () => Promise<Diagnosis>
  readonly support: Pick<SupportService, 'logs' | 'bundle'>
  readonly window: Pick<WindowListener, 'open'>
  readonly updates: Pick<Updates, 'status' | 'check' | 'back'>
  readonly program: () => Promise<AgentProgram>
  readonly onStopRequested: () => void
}

type JobMethod =
  | 'print'
  | 'test'
  | 'jobs'
  | 'jobLists'
  | 'job'
  | 'picture'
  | 'maskedPicture'
  | 'answer'
  | 'release'
  | 'cancel'
  | 'reprint'

/** For one asker. */
export function agentHandlers(parts: AgentHandlersParts, who: string): AgentHandlers {
  const { settings, peers, rotation } = parts
  const jobs = jobHandlers(parts, who)
  const bundle = async (): Promise<string> => parts.support.bundle(who)
  return {
    status: async () => parts.status(),
    getSettings: async () => settings.rows(),
    setSetting: async ({ name, value }) => settings.change(name, value),
    ...printerHandlers(parts),
    ...jobs,
    ...dispensingHandlers({ ...parts.dispensing, access: parts.access }, who),
    ...helpHandlers(parts.help, { bundle, maskedPicture: jobs.maskedPicture }),
    peers: async () => waitingFirst(peers.list()).slice(0, MAX_PEERS),
    trustPeer: async ({ deviceKey, fingerprint }) => peers.confirm(deviceKey, fingerprint),
    keys: async () => rotation.status(),
    rotateKeys: async () => rotation.rotate(),
    pair: async (request) => parts.pairing.pair(request),
    ...pauseHandlers(parts),
    useFirst: async () => ({ isChanged: parts.standby.useFirst() }),
    doctor: async () => parts.diagnose(),
    openWindow: async () => parts.window.open(who),
    logs: async ({ lines }) => parts.support.logs(lines),
    bundle,
    program: async () => parts.program(),
    updates: async () => parts.updates.status(),
    checkUpdates: async () => parts.updates.check(),
    updateBack: async () => parts.updates.back(),
    stop: async () => {
      setImmediate(parts.onStopRequested)
      return null
    },
  }
}

function pauseHandlers({
  pause,
  setup,
}: Pick<AgentHandlersParts, 'pause' | 'setup'>): Pick<AgentHandlers, 'pause' | 'resume'> {
  return {
    pause: async ({ minutes }) => {
      requirePart(setup())
      pause.pause(minutes)
      return { pausedUntil: pause.until() }
    },
    resume: async () => {
      pause.resume()
      return { pausedUntil: pause.until() }
    },
  }
}

type PrinterMethod =
  | 'printers'
  | 'printerCertificates'
  | 'trustPrinter'
  | 'localPrinter'
  | 'addLocalPrinter'
  | 'removeLocalPrinter'

function printerHandlers({
  printers,
  certificates,
  localPrinter,
}: AgentHandlersParts): Pick<AgentHandlers, PrinterMethod> {
  return {
    printers: async () => printers(),
    printerCertificates: async () => certificates.list().slice(0, MAX_PRINTER_CERTIFICATES),
    trustPrinter: async ({ printer, fingerprint }) => certificates.confirm(printerText(printer), fingerprint),
    localPrinter: async () => localPrinter.status(),
    addLocalPrinter: async ({ driver }) => localPrinter.add(driver),
    removeLocalPrinter: async () => localPrinter.remove(),
  }
}

function jobHandlers(parts: AgentHandlersParts, who: string): Pick<AgentHandlers, JobMethod> {
  const { spool, setup, explained, access } = parts
  const { actions } = spool
  const recorded = async (act: JobAct, doing: Promise<PrintJob>): Promise<PrintJob> => {
    const job = await doing
    access(who, act, [job])
    return job
  }
  const shown = ({ job, png }: LabelPicture): Uint8Array => {
    access(who, 'picture', [job])
    return png
  }
  const acted = async (act: JobAct, doing: Promise<JobRow>) => recorded(act, doing.then(jobView))
  return {
    print: async ({ payload }) => {
      requirePart(setup())
      return recorded('print', spool.print(payload))
    },
    test: async () => recorded('test', parts.printTestLabel()),
    jobs: async ({ count, only, before }) => {
      const jobs = await parts.jobs(count, { only, before })
      access(who, 'list', jobs)
      return jobs
    },
    jobLists: async () => parts.jobLists(),
    job: async ({ job: ref }) => {
      const trace = await spool.trace(ref)
      const job = explained(trace.job)
      access(who, 'read', [job])
      return { ...trace, job }
    },
    picture: async ({ job }) => shown(await parts.picture(job)),
    maskedPicture: async ({ job }) => shown(await parts.maskedPicture(job)),
    answer: async ({ job, answer }) =>
      acted('answer', answer === 'printed' ? actions.cameOut(job) : actions.didNotComeOut(job)),
    release: async ({ job }) => acted('release', actions.release(job)),
    cancel: async ({ job }) => acted('cancel', actions.cancel(job)),
    reprint: async ({ job, count }) => acted('reprint', actions.reprint(job, count)),
  }
}

function waitingFirst(rows: readonly PeerRow[]): PeerRow[] {
  return rows.toSorted((a, b) => Number(b.refused.length > 0) - Number(a.refused.length > 0))
}
