// What the probes of the doctor find at one moment; judgement.ts makes a diagnosis of it.
import type { HubConnection } from '../../contract/agent-api.ts'
import type { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import type { DiagnosisFacts } from '@pharmacy-relay/shared/diagnosis.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { LinkErrorCode } from '../link/link-parts.ts'
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Presence } from '../printers/printer-backend.ts'
import type { WaitingHere } from '../printing/job-news.ts'

/** What was waited for, and how long. */
export interface Timed<T> {
  readonly value: T
  readonly tookMs: number
}

export type ConnectOutcome = 'connected' | 'refused' | 'silent' | 'no_route'

/** One address that was tried; nothing is sent there. */
export interface Knock {
  readonly address: string
  readonly outcome: ConnectOutcome
}

/** One way of a Client; `late`: it was still being tried when time was up. */
export type WayFound =
  | { readonly kind: 'up' }
  | { readonly kind: 'failed'; readonly code: LinkErrorCode; readonly reason: Reason }
  | { readonly kind: 'late' }

export interface DiskFound {
  readonly freeBytes: number
  /** To write a small file and flush it. */
  readonly flushMs: number
}

export interface TargetFound {
  readonly computerName: string
  readonly port: number
  /** As the assignment names them. */
  readonly addresses: readonly string[]
  /** One of them is in a network that this computer is in. */
  readonly isNear: boolean
  readonly trust: 'trusted' | 'unknown' | 'changed'
  readonly knocks: Timed<readonly Knock[]>
  readonly lan: Timed<WayFound>
  readonly hub: Timed<WayFound>
}

/** As the setting of the system says, where it can be read; `unknown` says nothing. */
export type FirewallFound = 'off' | 'allows' | 'blocks' | 'unknown'

export interface ClientFound {
  readonly computerName: string
  /** Over what it is linked at this moment; empty while it is not. */
  readonly carriers: readonly ('lan' | 'hub')[]
  /** Its certificate waits for a person. */
  readonly isChanged: boolean
}

export interface PrinterLooked {
  readonly printer: string
  /** Null when it answered itself or takes a label. */
  readonly presence: Presence | null
  readonly conditions: readonly PrinterCondition[]
  /** It said itself how it is. */
  readonly hasAnswered: boolean
}

/** The other end of a Client's way. */
export interface PrinterThereFound {
  /** Null: nobody said how it is, as versions before this one. */
  readonly told: LinkPrinter | null
  /** Labels of this computer that it has, and that have not come out for a while. */
  readonly waiting: number
}

export interface StandbyFound {
  readonly computer: string
  readonly isThere: boolean
  /** Its printer as that computer tells; null: it is at this computer, or not there. */
  readonly told: Timed<PrinterThereFound> | null
  /** Its printer, where it is at this computer. */
  readonly looked: DoctorFacts['printer']
}

export interface DoctorFacts {
  readonly role: DeviceRole
  readonly system: NonNullable<DiagnosisFacts['system']>
  readonly printerName: string | null
  /** Why the newest assignment could not be applied; null when it was. */
  readonly assignmentFailure: Reasons | null
  /** Until a person's pause ends; null while printing is not paused. */
  readonly pausedForMs: number | null
  /** Null: none is open. */
  readonly port: number | null
  /** A connection to it; null when it was taken, else why not. */
  readonly ownListener: Timed<Reason | null>
  /** A text says why nothing can be written. */
  readonly disk: Timed<DiskFound | string>
  readonly hub: HubConnection
  /** Null while it is not known. */
  readonly hubAheadMs: number | null
  /** As a Client. */
  readonly target: TargetFound | null
  /** As a Client with a target. */
  readonly printerThere: Timed<PrinterThereFound> | null
  /** Labels go to the standby printer; null: to the first. */
  readonly standby: StandbyFound | null
  /** As the PrinterComputer. */
  readonly clients: readonly ClientFound[]
  readonly firewall: FirewallFound
  /** Null while this computer has none; `late`: it was still being asked when time was up. */
  readonly printer: Timed<PrinterLooked | 'late'> | null
  /** How old the oldest label is that the printer did not take; null when none waits for it. */
  readonly waitedForPrinterMs: number | null
  readonly waitingHere: WaitingHere
}
