// Where the labels of this computer go, and what handing one over gives back.
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { WriteOutcome } from '../../printers/write-outcome.ts'
import type { ComputerRoute } from './forwarding.ts'
import type { Evidence } from '@pharmacy-relay/shared/print-job.ts'

/** How a label is named in print queues; never what is on it. */
export function titleOf(jobId: string): string {
  return `label ${jobId}`
}

export interface Label {
  readonly payload: Uint8Array
  readonly title: string
  readonly language: PrintJob['language']
  /** As the completeness scanner judged it; null: not checked. */
  readonly isComplete: boolean | null
  /** Labels that the payload makes, as far as its language says so. */
  readonly copies: number
  /** The printer's label counter before this label; null when it is not known. */
  readonly odometer: number | null
  readonly signal: AbortSignal
  /** Called while the printer has the label: why it says that it has stopped; empty when it goes on. Absent: nobody asks. */
  readonly onStop?: (why: Reasons) => void
}

/** How it ended, and what the printer let know about it. */
export type Delivery = WriteOutcome & {
  /** Bytes that may have left; without it, what the failure says. */
  readonly bytesSent?: number
  readonly evidence?: Evidence | null
  /** The printer's label counter after the label; null or absent when it was not read. */
  readonly odometer?: number | null
}

export interface PrinterRoute {
  readonly kind: 'printer'
  /** Printer id. */
  readonly destination: string
  /** Never rejects for what a printer does; answers once the connection is closed. */
  readonly write: (label: Label) => Promise<Delivery>
  /** Why it says that it has stopped: no label begins while there is one. Absent or empty: it goes on, or is not asked. */
  readonly stopped?: Reasons
}

export interface NoRoute {
  readonly kind: 'none'
  readonly why: Reason
  /** A person wants it so, over a route of that kind: meanwhile labels do not expire. */
  readonly pausedOver?: 'none' | 'printer' | 'computer'
}

/** Where labels go: nowhere yet, to a printer of this computer, or to the computer that has the printer. */
export type Route = NoRoute | PrinterRoute | ComputerRoute

/** Why labels wait because a person wants it so; null when nobody does. */
export function pauseOf(route: Route): Reason | null {
  return route.kind === 'none' && route.pausedOver !== undefined ? route.why : null
}

/** Why labels wait for a printer of this computer that says that it has stopped; empty where none does. */
export function stopOf(route: Route): Reasons {
  return route.kind === 'printer' ? (route.stopped ?? []) : []
}

/** A printer of this computer prints what comes, at once or when the pause is over. */
export function endsHere(route: Route): boolean {
  return route.kind === 'printer' || (route.kind === 'none' && route.pausedOver === 'printer')
}
