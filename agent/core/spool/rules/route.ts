// Where the labels of this computer go, and what handing one over gives back.
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { WriteOutcome } from '../../printers/write-outcome.ts'
import type { ComputerRoute, OtherComputers } from './forwarding.ts'
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

export interface PrinterRoute extends OtherComputers {
  readonly kind: 'printer'
  /** Printer id. */
  readonly destination: string
  /** Never rejects for what a printer does; answers once the connection is closed. */
  readonly write: (label: Label) => Promise<Delivery>
  /** Why it says that it has stopped: no label begins while there is one. Absent or empty: it goes on, or is not asked. */
  readonly stopped?: Reasons
  /** What it, or the queue before it, said last that keeps a label in it, however old that is. Absent: as `stopped`. */
  readonly mayHold?: Reasons
}

export interface NoRoute extends OtherComputers {
  readonly kind: 'none'
  readonly why: Reason
  /** A person wants it so, over a route of that kind: meanwhile labels do not expire. */
  readonly pausedOver?: 'none' | 'printer' | 'computer'
}

/** `arrivals`: what other computers handed over is printed here nevertheless, as this computer has the standby printer. */
export interface ForwardRoute extends ComputerRoute {
  readonly arrivals?: PrinterRoute
}

/** Where labels go: nowhere yet, to a printer of this computer, or to the computer that has the printer. */
export type Route = NoRoute | PrinterRoute | ForwardRoute

/** The printer of this computer that labels go to, all or those of other computers; null: none does. */
export function printerOf(route: Route): PrinterRoute | null {
  if (route.kind === 'printer') return route
  return route.kind === 'computer' ? (route.arrivals ?? null) : null
}

/** The way to that computer, as long as it gets labels of this one, or keeps and tells of those that it has. */
export function routeTo(route: Route, computer: string | null): ComputerRoute | null {
  return computersOf(route).find(({ destination }) => destination === computer) ?? null
}

/** All that labels are handed to or asked about at, the one that gets new ones first. */
export function computersOf(route: Route): readonly ComputerRoute[] {
  const others = route.others ?? []
  return route.kind === 'computer' ? [route, ...others] : others
}

/** Why labels wait because a person wants it so; null when nobody does. */
export function pauseOf(route: Route): Reason | null {
  return route.kind === 'none' && route.pausedOver !== undefined ? route.why : null
}

/** Why labels wait for a printer of this computer that says that it has stopped; empty where none does. */
export function stopOf(route: Route): Reasons {
  return printerOf(route)?.stopped ?? []
}

/** That printer of this computer says that it has stopped. */
export function isStopped(route: Route, destination: string): boolean {
  return printerOf(route)?.destination === destination && stopOf(route).length > 0
}

/** Why a label that a printer of this computer was sent may still be in it; empty where nothing says so. */
export function mayHold(route: Route, destination: string | null): Reasons {
  const printer = printerOf(route)
  return printer === null || printer.destination !== destination ? [] : (printer.mayHold ?? stopOf(route))
}

/** A printer of this computer prints what comes, at once or when the pause is over. */
export function endsHere(route: Route): boolean {
  return printerOf(route) !== null || (route.kind === 'none' && route.pausedOver === 'printer')
}
