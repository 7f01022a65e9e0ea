// From an assignment to what this computer is to do with labels; or why it must not do that.
import type {
  AssignmentFailure,
  AssignmentTarget,
  PrinterAssignment,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { SenderScope } from '../intake/sender-address.ts'
import type { ComputerTarget, ListenSetup, PrintSetup, StandbySetup } from '../printing/print-setup.ts'
import { allowedAddresses, isAllowedPort, isDevelopmentAddress, type TargetRules } from './target-rules.ts'

/** What this computer's own settings add to an assignment. */
export interface SetupRules extends TargetRules {
  /** The port that a Client opens for the label programs on it. */
  readonly clientPort: number
  /** Who may send labels to a PrinterComputer. */
  readonly senders: SenderScope
}

export interface Refused {
  readonly code: AssignmentFailure
  readonly reasons: Reasons
}

export type AssignedSetup = { readonly setup: PrintSetup } | Refused

export function assignedSetup(assignment: PrinterAssignment, rules: SetupRules): AssignedSetup {
  switch (assignment.role) {
    case 'None':
      return { setup: { role: 'None', printer: null, target: null, listen: null } }
    case 'Server':
      return serverSetup(assignment, rules)
    case 'Client':
      return clientSetup(assignment, rules)
    default:
      return assignment.role satisfies never
  }
}

function serverSetup(assignment: PrinterAssignment, rules: SetupRules): AssignedSetup {
  const { printerName, tcpPort } = assignment
  if (printerName === null || tcpPort === null)
    return { code: 'not_understood', reasons: [reason('assignment_incomplete', {})] }
  if (!isAllowedPort(tcpPort)) return refusedPort('port_refused', tcpPort)
  const listen = { host: hostOf(rules, 'network'), port: tcpPort, scope: rules.senders }
  const standby = standbySetup(assignment, rules)
  return { setup: { role: 'Server', printer: printerName, target: null, listen, standby } }
}

function clientSetup(assignment: PrinterAssignment, rules: SetupRules): AssignedSetup {
  const { target } = assignment
  const found = target === null ? null : computerTarget(target, rules)
  if (found !== null && 'code' in found) return found
  const standby = found === null ? null : standbySetup(assignment, rules)
  // Links come from other computers; labels of programs are taken of this computer alone.
  const reach = standby !== null && standby.target === null ? 'network' : 'computer'
  const listen: ListenSetup = { host: hostOf(rules, reach), port: rules.clientPort, scope: 'computer' }
  return { setup: { role: 'Client', printer: null, target: found, listen, standby } }
}

/** One that cannot be used is none: the first printer goes on without it. */
function standbySetup(assignment: PrinterAssignment, rules: TargetRules): StandbySetup | null {
  const { standby, standsBy = false, target: first } = assignment
  if (standby === null) return null
  const { computerName, deviceKey, printerName: printer, afterSeconds, firstAgain = 0 } = standby
  const target = standsBy ? null : computerTarget(standby, rules)
  // Labels remember their computer by its name.
  if ((target !== null && 'code' in target) || computerName === first?.computerName) return null
  const key = `${first?.deviceKey ?? 'here'} ${deviceKey}`
  const returns = standby.return ?? 'auto'
  return { target, computerName, printer, key, afterMs: afterSeconds * 1_000, returns, firstAgain }
}

/** Addresses that are not allowed are left out; a target that has no other is refused. */
function computerTarget(target: AssignmentTarget, rules: TargetRules): ComputerTarget | Refused {
  const { computerName, deviceKey, tcpPort: port } = target
  if (!isAllowedPort(port)) return refusedPort('target_refused', port)
  const addresses = allowedAddresses(target.addresses, rules)
  // Without any it is found in the local network, or reached through the hub.
  if (addresses.length > 0 || target.addresses.length === 0)
    return { computerName, deviceKey, addresses, port }
  const named = { computer: computerName, addresses: target.addresses.slice(0, 5).join(', ') }
  return { code: 'target_refused', reasons: [reason('target_out_of_reach', named)] }
}

function refusedPort(code: AssignmentFailure, port: number): Refused {
  return { code, reasons: [reason('port_not_for_labels', { port })] }
}

/** Agents that share a computer in development each listen on their own address. */
function hostOf({ localAddress }: SetupRules, scope: SenderScope): string | null {
  if (isDevelopmentAddress(localAddress)) return localAddress
  return scope === 'network' ? null : '127.0.0.1'
}
