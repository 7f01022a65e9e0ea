// Staff change roles or the printer of a pharmacy: one transaction, then the devices hear of it.
import type { PrintingSaved } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { roleName } from '@pharmacy-relay/shared/device-role.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation, type StaffAction } from '../audit/staff-operations.queries.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents, type EventDraft } from '../events/outbox.queries.ts'
import {
  lockPrinting,
  raisePrintingVersion,
  replacePrinter,
  writePrintingRows,
} from './printing-changes.queries.ts'
import { printingValues } from './printing-values.ts'
import { pushesOf, type Push } from './push-targets.queries.ts'
import type { Pusher } from './pusher.ts'
import { refreshAssignments } from './refresh-assignments.ts'
import type { PrintingChange, PrintingPlan, StandbyRequest } from './printing-state.ts'
import { planChange } from './role-plan.ts'

export interface PrintingRequest {
  readonly customerId: number
  /** The printingVersion that the caller saw. */
  readonly version: number
  readonly change: PrintingChange
}

/**
 * Answers once the change is stored; devices that are connected are told at the same moment, the others on return. Throws
 * ProblemError `not_found`, `invalid`, `version_stale`, `state_conflict`, `device_offline`.
 */
export async function changePrinting(
  parts: { readonly db: StoreDb; readonly pusher: Pusher },
  caller: Caller,
  request: PrintingRequest,
): Promise<PrintingSaved> {
  const pushes = await parts.db.transaction().execute((trx) => apply(trx, caller, request))
  parts.pusher.push(pushes)
  const customer = await readCustomer(parts.db, { id: request.customerId })
  return { version: customer.printingVersion, customer }
}

async function apply(trx: StoreTransaction, caller: Caller, request: PrintingRequest): Promise<Push[]> {
  const { customerId, version, change } = request
  const state = await lockPrinting(trx, customerId, chosenComputer(change))
  if (state === null) throw new ProblemError('not_found', 'There is no such pharmacy')
  const plan = planChange(state, change, version)
  if (plan.kind === 'refused') throw plan.problem
  if (plan.kind === 'unchanged') return []
  await writePrintingRows(trx, plan.rows)
  if (plan.printer !== state.printer) await replacePrinter(trx, customerId, plan.printer)
  await raisePrintingVersion(trx, customerId)
  const changed = await refreshAssignments(trx, [customerId])
  await recordStaffOperation(trx, caller, {
    ...logged(request, plan, state.storeId),
    ...printingValues(state, plan, change),
  })
  const pushes = await pushesOf(trx, changed)
  const computerIds = [...plan.rows.map(({ id }) => id), ...changed.map(({ computerId }) => computerId)]
  await appendEvents(trx, eventsOf(customerId, computerIds))
  return pushes
}

/** Whose printers have to be known. */
function chosenComputer(change: PrintingChange): number | null {
  if (change.kind === 'first_again') return null
  return change.kind === 'standby' ? (change.standby?.computerId ?? null) : change.computerId
}

function logged(
  { customerId, change }: PrintingRequest,
  { pcName }: Extract<PrintingPlan, { kind: 'change' }>,
  storeId: string,
): StaffAction {
  if (change.kind === 'first_again' || change.kind === 'standby')
    return standbyLogged(change, customerId, { pcName, storeId })
  const { computerId } = change
  if (change.kind === 'role') {
    const summary = `Gave ${pcName} of ${storeId} the role ${roleName(change.role)}`
    return { action: 'computer.set-role', customerId, computerId, summary }
  }
  const summary = `Made ${pcName} the PrinterComputer of ${storeId} with ${change.printerName} on port ${change.tcpPort}`
  return { action: 'printer-config.save', customerId, computerId, summary }
}

function standbyLogged(
  change: StandbyRequest,
  customerId: number,
  { pcName, storeId }: { readonly pcName: string; readonly storeId: string },
): StaffAction {
  if (change.kind === 'first_again') {
    const summary = `Had the computers of ${storeId} use the printer of ${pcName} again`
    return { action: 'standby.first-again', customerId, computerId: null, summary }
  }
  if (change.standby === null) {
    const summary = `Took the standby printer at ${pcName} of ${storeId} away`
    return { action: 'standby.remove', customerId, computerId: null, summary }
  }
  const { computerId, printerName, afterSeconds, return: back } = change.standby
  const home = back === 'auto' ? 'back by itself' : 'back by hand'
  const summary = `Made ${printerName} at ${pcName} of ${storeId} the standby printer, after ${afterSeconds} s, ${home}`
  return { action: 'standby.save', customerId, computerId, summary }
}

function eventsOf(customerId: number, computerIds: readonly number[]): EventDraft[] {
  const computers = [...new Set(computerIds)].map((computerId): EventDraft => ({
    kind: 'computer',
    customerId,
    computerId,
  }))
  return [{ kind: 'customer', customerId }, ...computers]
}
