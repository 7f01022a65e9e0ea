// A test label from a computer, the way of its labels: what a member of staff prints to see whether they come out.
import type { TestLabel } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
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
    return sockets
      .ask(hubId, { event: 'PrintTestLabelAsync', args: [sessionId], timeoutMs: HUB_MS })
      .catch((error: unknown) => {
        throw isUnsure(error) ? unanswered(computer.pcName) : error
      })
  })
  const job = await withinTotal(asked)
  return { computerId, job }
}

/** A device that was asked and left may have printed before it did. */
function isUnsure(error: unknown): boolean {
  return error instanceof HubError && ['PEER_GONE', 'TIMEOUT', 'DEADLINE'].includes(error.code)
}

function unanswered(pcName: string): ProblemError {
  const words = `${pcName} did not answer. Look at its printer before you try again: the label may still come out.`
  return new ProblemError('device_timeout', words)
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
