// A test label from a computer, the way of its labels: what a member of staff prints to see whether they come out.
import type { TestLabel } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb } from '../database.ts'
import {
  HUB_MS,
  askDevice,
  withinTotal,
  type AskedComputer,
  type DeviceRequestParts,
} from './device-requests.ts'
import { findComputer } from './printers.queries.ts'

/**
 * Takes up to 10 s; the answer says how far the label has come by then. It is in the staff log before a connected device is
 * asked, because a label may come out although no answer does. Throws ProblemError `not_found`, `state_conflict` for a computer
 * that takes no part in printing, and what `askDevice` throws.
 */
export async function printTestLabel(
  parts: DeviceRequestParts,
  caller: Caller,
  named: { readonly customerId: number; readonly computerId: number },
): Promise<TestLabel> {
  const { customerId, computerId } = named
  const computer = await findComputer(parts.db, { ...named, where: 'path' })
  if (computer.role === 0) {
    const words = `${computer.pcName} takes no part in printing. Make it PrinterComputer or Client first.`
    throw new ProblemError('state_conflict', words)
  }
  const asked = askDevice(parts, computer, async (sockets, { hubId, sessionId }) => {
    await record(parts.db, caller, { customerId, computer })
    return sockets.ask(hubId, { event: 'PrintTestLabelAsync', args: [sessionId], timeoutMs: HUB_MS })
  })
  const job = await withinTotal(asked)
  return { computerId, job }
}

async function record(
  db: StoreDb,
  caller: Caller,
  { customerId, computer }: { readonly customerId: number; readonly computer: AskedComputer },
): Promise<void> {
  const summary = `Asked ${computer.pcName} for a test label`
  const done = { action: 'computer.test-label', customerId, computerId: computer.id, summary }
  await db.transaction().execute((trx) => recordStaffOperation(trx, caller, done))
}
