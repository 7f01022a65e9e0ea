// What a computer does with labels, and the route that follows from it.
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { SenderScope } from '../intake/sender-address.ts'
import type { LinkRole } from '../link/link-role.ts'
import type { LinkTarget } from '../link/sender/link-clients.ts'
import type { ComputerRoute } from '../spool/rules/forwarding.ts'
import { printerOf, type Delivery, type Label, type PrinterRoute, type Route } from '../spool/rules/route.ts'
import type { StandbyPlan } from '../standby/standby-rule.ts'

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

/** The pharmacy's standby printer, for when the first is away. */
export interface StandbySetup extends StandbyPlan {
  /** Null: it is this computer itself. */
  readonly target: ComputerTarget | null
  readonly computerName: string
  /** Printer id at that computer. */
  readonly printer: string
}

export interface PrintSetup {
  readonly role: DeviceRole
  /** Printer id; used by a PrinterComputer. */
  readonly printer: string | null
  /** The PrinterComputer; used by a Client. */
  readonly target: ComputerTarget | null
  /** Null: no port is open. */
  readonly listen: ListenSetup | null
  /** Null or absent: there is none. */
  readonly standby?: StandbySetup | null
}

/** The printer of this computer that labels come out of: the first of the pharmacy, or the standby printer. */
export function printerHere({ role, printer, standby = null }: PrintSetup): string | null {
  if (role === 'Server') return printer
  return standby !== null && standby.target === null ? standby.printer : null
}

/** Other computers may hand labels to this one. */
export function takesLinks(setup: PrintSetup): boolean {
  return setup.role === 'Server' || (setup.role === 'Client' && printerHere(setup) !== null)
}

const NO_PART =
  'This computer has no role yet: the support team gives it a role in the panel. See: agent status'

/** The setup as it is. Throws ProblemError state_conflict while this computer has no role. */
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
  /** What a printer or its queue said last that keeps a label in it. Left out: as `stopped`. */
  readonly mayHold?: (printer: string) => Reasons
  /** A reason says why there is no way to the PrinterComputer. */
  readonly forward: () => ComputerRoute | Reason
  /** To the computer with the standby printer; null while there is none. Left out: there never is. */
  readonly standby?: () => ComputerRoute | null
  /** Which printer of the pharmacy labels go to now. Left out: the first. */
  readonly use?: () => 'first' | 'standby'
}

/** Where labels go; `pausedWhy`: a person paused printing, and labels wait before the route that the setup has. */
export function routeOf(setup: PrintSetup, ways: Ways, pausedWhy: Reason | null): Route {
  const route = unpausedRoute(setup, ways)
  const pausedOver = printerOf(route) === null ? route.kind : 'printer'
  return pausedWhy === null ? route : { kind: 'none', why: pausedWhy, pausedOver }
}

function unpausedRoute(setup: PrintSetup, ways: Ways): Route {
  const { role, target, standby = null } = setup
  if (role === 'None') return { kind: 'none', why: reason('no_part', {}) }
  const here = printerHere(setup)
  const own = here === null ? null : ownRoute(here, ways)
  const second = standby === null || standby.target === null ? own : standbyRoute(ways)
  const first = role === 'Server' ? own : target === null ? reason('no_computer', {}) : ways.forward()
  return chosenRoute({ first, second: standby === null ? null : second, own }, ways.use?.() ?? 'first')
}

interface Found {
  /** A reason says why there is no way to it. */
  readonly first: PrinterRoute | ComputerRoute | Reason | null
  readonly second: PrinterRoute | ComputerRoute | null
  /** The printer of this computer. */
  readonly own: PrinterRoute | null
}

/** What the other computer has stays with it: it is asked there, whichever printer is used. */
function chosenRoute({ first, second, own }: Found, use: 'first' | 'standby'): Route {
  const route = first !== null && 'kind' in first ? first : null
  const computers = [route, second].filter((one) => one?.kind === 'computer')
  const chosen = use === 'standby' && second !== null ? second : route
  const others = computers.filter((one) => one !== chosen)
  const also = others.length === 0 ? {} : { others }
  if (chosen !== null)
    return chosen.kind === 'computer' && own !== null && second === own
      ? { ...chosen, ...also, arrivals: own }
      : { ...chosen, ...also }
  return { kind: 'none', why: first === null || 'kind' in first ? reason('no_printer', {}) : first, ...also }
}

function ownRoute(printer: string, ways: Ways): PrinterRoute {
  return {
    kind: 'printer',
    destination: printer,
    write: async (label) => ways.print(printer, label),
    stopped: ways.stopped(printer),
    ...(ways.mayHold === undefined ? {} : { mayHold: ways.mayHold(printer) }),
  }
}

function standbyRoute({ standby = () => null }: Ways): ComputerRoute | null {
  const route = standby()
  return route === null ? null : { ...route, isStandby: true }
}

/** What the job link does for it. */
export function linkRoleOf(setup: PrintSetup): LinkRole {
  const { role, target, standby: plan = null } = setup
  const second = plan?.target ?? null
  const standby = second === null ? null : linkTarget(second)
  if (role === 'Server') return { kind: 'receiver', standby }
  if (role !== 'Client' || target === null) return { kind: 'none' }
  return { kind: 'client', ...linkTarget(target), standby, takesLinks: takesLinks(setup) }
}

function linkTarget({ deviceKey, addresses, port }: ComputerTarget): LinkTarget {
  return { deviceKey, place: { addresses, port } }
}
