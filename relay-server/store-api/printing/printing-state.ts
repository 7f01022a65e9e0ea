// A pharmacy's printing under its locks, what staff want of it, and what is to become of it: the words of role-plan and standby-plan.
import type { StandbyPrinter } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { ActivePrinter } from './assignment-bodies.ts'

/** `first_again`: the computers use the first printer again. */
export type StandbyRequest =
  | { readonly kind: 'standby'; readonly standby: StandbyPrinter | null }
  | { readonly kind: 'first_again' }

/** What a computer's row says about printing. Printer and port are the PrinterComputer's alone. */
export interface PrintingRow {
  readonly id: number
  readonly role: RoleNumber
  readonly printerName: string | null
  readonly tcpPort: number | null
}

/** A computer as it stands under its lock. */
export interface StandingComputer extends PrintingRow {
  readonly pcName: string
  readonly isOnline: boolean
  /** Ids of the printers that it reported last; null when it never did, or when nobody asks. */
  readonly printers: readonly string[] | null
}

/** A pharmacy's printing as it stands under its locks. */
export interface PrintingState {
  readonly version: number
  readonly computers: readonly StandingComputer[]
  readonly printer: ActivePrinter | null
}

export type PrintingChange = ComputerChange | StandbyRequest

export type ComputerChange =
  | { readonly kind: 'role'; readonly computerId: number; readonly role: RoleNumber }
  | {
      readonly kind: 'printer'
      readonly computerId: number
      readonly printerName: string
      readonly tcpPort: number
    }
export type PrintingPlan =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: ProblemError }
  | {
      readonly kind: 'change'
      /** The computer that staff chose, for the log. */
      readonly pcName: string
      /** Rows that differ, as they are to be. */
      readonly rows: readonly PrintingRow[]
      /** The configuration that is active afterwards. */
      readonly printer: ActivePrinter | null
    }
