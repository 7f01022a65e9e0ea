// What a computer does with labels, and the route that follows from it.
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { SenderScope } from '../intake/sender-address.ts'
import type { LinkRole } from '../link/job-link.ts'
import type { ComputerRoute } from '../spool/rules/forwarding.ts'
import type { Delivery, Label, Route } from '../spool/rules/route.ts'

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

const NO_PART =
  'This computer has no part in printing yet: an Admin gives it a role in the panel. See: agent status'

/** The setup as it is. Throws ProblemError state_conflict while this computer has no part in printing. */
export function requirePart(setup: PrintSetup): PrintSetup {
  if (setup.role === 'None')
    throw new ProblemError('state_conflict', { ...reason('no_part', {}), detail: NO_PART })
  return setup
}

/** Where labels can be handed to. */
export interface Ways {
  readonly print: (printer: string, label: Label) => Promise<Delivery>
  /** Why a printer says that it has stopped; empty while it goes on. */
  readonly stopped: (printer: string) => Reasons
  /** A reason says why there is no way to the PrinterComputer. */
  readonly forward: () => ComputerRoute | Reason
}

/** Where labels go; `pausedWhy`: a person paused printing, and labels wait before the route that the setup has. */
export function routeOf(setup: PrintSetup, ways: Ways, pausedWhy: Reason | null): Route {
  const route = unpausedRoute(setup, ways)
  return pausedWhy === null ? route : { kind: 'none', why: pausedWhy, pausedOver: route.kind }
}

function unpausedRoute({ role, printer, target }: PrintSetup, ways: Ways): Route {
  if (role === 'None') return { kind: 'none', why: reason('no_part', {}) }
  if (role === 'Client') {
    const route = target === null ? reason('no_computer', {}) : ways.forward()
    return 'kind' in route ? route : { kind: 'none', why: route }
  }
  return printer === null
    ? { kind: 'none', why: reason('no_printer', {}) }
    : {
        kind: 'printer',
        destination: printer,
        write: async (label) => ways.print(printer, label),
        stopped: ways.stopped(printer),
      }
}

/** What the job link does for it. */
export function linkRoleOf({ role, target }: PrintSetup): LinkRole {
  if (role === 'Server') return { kind: 'receiver' }
  if (role !== 'Client' || target === null) return { kind: 'none' }
  const { deviceKey, addresses, port } = target
  return { kind: 'client', deviceKey, place: { addresses, port } }
}
