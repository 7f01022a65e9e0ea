// From an assignment to what this computer is to do with labels; or why it must not do that.
import type {
  AssignmentFailure,
  AssignmentTarget,
  PrinterAssignment,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { SenderScope } from '../intake/sender-address.ts'
import type { ComputerTarget, ListenSetup, PrintSetup } from '../printing/print-setup.ts'
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
      return clientSetup(assignment.target, rules)
    default:
      return assignment.role satisfies never
  }
}

function serverSetup({ printerName, tcpPort }: PrinterAssignment, rules: SetupRules): AssignedSetup {
  if (printerName === null || tcpPort === null)
    return { code: 'not_understood', reasons: [reason('assignment_incomplete', {})] }
  if (!isAllowedPort(tcpPort)) return refusedPort('port_refused', tcpPort)
  const listen = { host: hostOf(rules, 'network'), port: tcpPort, scope: rules.senders }
  return { setup: { role: 'Server', printer: printerName, target: null, listen } }
}

function clientSetup(target: AssignmentTarget | null, rules: SetupRules): AssignedSetup {
  const listen: ListenSetup = { host: hostOf(rules, 'computer'), port: rules.clientPort, scope: 'computer' }
  const found = target === null ? null : computerTarget(target, rules)
  if (found !== null && 'code' in found) return found
  return { setup: { role: 'Client', printer: null, target: found, listen } }
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
