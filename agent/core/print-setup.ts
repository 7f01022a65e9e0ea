// What a computer does with labels, and the route that follows from it.
import type { Printers } from './printers/printers.ts'
import type { SenderScope } from './intake/sender-address.ts'
import type { Route } from './spool/spool.ts'

export interface ListenSetup {
  readonly port: number
  readonly scope: SenderScope
}

export interface PrintSetup {
  readonly role: 'none' | 'printer-computer' | 'client'
  /** Printer id; used by a PrinterComputer. */
  readonly printer: string | null
  /** The PrinterComputer as HOST:PORT; used by a Client. */
  readonly target: string | null
  /** Null: no port is open. */
  readonly listen: ListenSetup | null
}

/** A Client hands labels to the PrinterComputer's port as it would to a printer. */
export function routeOf({ role, printer, target }: PrintSetup, printers: Pick<Printers, 'print'>): Route {
  if (role === 'none') return { kind: 'none', why: 'this computer has no part in printing' }
  if (role === 'client') {
    return target === null
      ? { kind: 'none', why: 'no other computer has the printer' }
      : {
          kind: 'computer',
          destination: target,
          write: async (label) => printers.print(`tcp:${target}`, label),
        }
  }
  return printer === null
    ? { kind: 'none', why: 'no printer has been chosen' }
    : { kind: 'printer', destination: printer, write: async (label) => printers.print(printer, label) }
}

/** Then the listener goes on, and no sender notices the change. */
export function isSameListen(one: PrintSetup['listen'], other: PrintSetup['listen']): boolean {
  return one?.port === other?.port && one?.scope === other?.scope
}
