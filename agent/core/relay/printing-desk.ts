// What the relay needs to know of printing on this computer, and what the hub may ask of it; agent.ts hands it in.
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import type { JobsReport } from '@pharmacy-relay/shared/job-report.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { ConfigReport, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'

export interface PrintingDesk {
  /** What this computer does at this moment, whatever was assigned. */
  role(): DeviceRole
  /** The port that is open for labels. */
  tcpPort(): SystemReport['tcpPort']
  /** Labels that have not reached their end. */
  queueDepth(): number
  /** The newest assignment it holds; version 0 and an empty hash before the first. */
  held(): { readonly version: number; readonly hash: string }
  /** What became of the newest assignment; null while that is not known. The same object until there is news. */
  config(): ConfigReport | null
  /** As somebody saw them last; null before the first look. */
  printers(): PrinterList | null
  /** Kept durably when it returns. */
  receive(assignment: PrinterAssignment): void
  /** Asks the system, which takes seconds. */
  listPrinters(): Promise<PrinterList>
  /** Throws ProblemError state_conflict when labels have nowhere to go. Answers within 6 s. */
  printTestLabel(): Promise<PrintJob>
  /** Tests every place that a label comes by, and prints nothing. Within 8 s. */
  diagnose(): Promise<Diagnosis>
  /** Counters and what waits; null while that is not known. The same object until there is news. */
  jobs(): JobsReport | null
  /** The hub keeps it: those counters need not be told again. */
  toldJobs(report: JobsReport): void
  /** Those that wait, then the newest; newest first. */
  listJobs(limit: number): Promise<PrintJob[]>
  /** Asked again, it changes nothing. Throws ProblemError not_found, state_conflict and unavailable. */
  cancelJob(id: string): Promise<PrintJob>
}
