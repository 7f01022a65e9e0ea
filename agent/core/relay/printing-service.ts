// What the relay needs to know of printing on this computer, and what the hub may ask of it; agent.ts hands it in.
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import type { JobsReport } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { ConfigReport } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import type { ReceivedAssignment } from '../assignment/received-assignment.ts'
import type { DeviceAnswers } from './device-answers.ts'

export interface PrintingService {
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
  receive(received: ReceivedAssignment): void
  /** Counters and what waits; null while that is not known. The same object until there is news. */
  jobs(): JobsReport | null
  /** The hub keeps it: those counters need not be told again. */
  toldJobs(report: JobsReport): void
  /** What staff may ask of it. */
  readonly requests: DeviceAnswers
}
