// What a computer does with labels, and the route that follows from it.
import type { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import type { SenderScope } from './intake/sender-address.ts'
import type { ComputerTarget } from './printers/forwarder.ts'
import type { ComputerRoute } from './spool/forwarding.ts'
import type { Delivery, Label, Route } from './spool/route.ts'

export interface ListenSetup {
  /** Address of this computer; null: all of them. */
  readonly host: string | null
  readonly port: number
  readonly scope: SenderScope
}

export interface PrintSetup {
  readonly role: DeviceRole
  /** Printer id; used by a PrinterComputer. */
  readonly printer: string | null
  /** The PrinterComputer; used by a Client. */
  readonly target: ComputerTarget | null
  /** Null: no port is open. */
  readonly listen: ListenSetup | null
}

/** Where labels can be handed to. */
export interface Ways {
  readonly print: (printer: string, label: Label) => Promise<Delivery>
  /** The same function for the same target: another one breaks off what is under way. */
  readonly deliverTo: (target: ComputerTarget) => ComputerRoute['deliver']
}

/** Labels that a Client has under way at once; more gain nothing (reference: job-link.md 3). */
const WINDOW = 32

export function routeOf({ role, printer, target }: PrintSetup, ways: Ways): Route {
  if (role === 'None') return { kind: 'none', why: 'this computer has no part in printing' }
  if (role === 'Client') {
    return target === null
      ? { kind: 'none', why: 'no other computer has the printer' }
      : {
          kind: 'computer',
          destination: target.computerName,
          window: WINDOW,
          deliver: ways.deliverTo(target),
        }
  }
  return printer === null
    ? { kind: 'none', why: 'no printer has been chosen' }
    : { kind: 'printer', destination: printer, write: async (label) => ways.print(printer, label) }
}
