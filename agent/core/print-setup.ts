// What a computer does with labels, and the route that follows from it.
import type { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import type { SenderScope } from './intake/sender-address.ts'
import type { LinkRole } from './link/job-link.ts'
import type { ComputerRoute } from './spool/forwarding.ts'
import type { Delivery, Label, Route } from './spool/route.ts'

export interface ListenSetup {
  /** Address of this computer; null: all of them. */
  readonly host: string | null
  readonly port: number
  readonly scope: SenderScope
}

/** The PrinterComputer, and where it was said to be. */
export interface ComputerTarget {
  readonly computerName: string
  readonly deviceKey: string
  readonly addresses: readonly string[]
  readonly port: number
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
  /** A text says why there is no way to the PrinterComputer. */
  readonly forward: () => ComputerRoute | string
}

export function routeOf({ role, printer, target }: PrintSetup, ways: Ways): Route {
  if (role === 'None') return { kind: 'none', why: 'this computer has no part in printing' }
  if (role === 'Client') {
    const route = target === null ? 'no other computer has the printer' : ways.forward()
    return typeof route === 'string' ? { kind: 'none', why: route } : route
  }
  return printer === null
    ? { kind: 'none', why: 'no printer has been chosen' }
    : { kind: 'printer', destination: printer, write: async (label) => ways.print(printer, label) }
}

/** What the job link does for it. */
export function linkRoleOf({ role, target }: PrintSetup): LinkRole {
  if (role === 'Server') return { kind: 'receiver' }
  if (role !== 'Client' || target === null) return { kind: 'none' }
  const { deviceKey, addresses, port } = target
  return { kind: 'client', deviceKey, place: { addresses, port } }
}
