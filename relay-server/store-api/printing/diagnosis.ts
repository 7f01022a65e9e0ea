// What stops labels at a computer: a member of staff has it test the way of its labels, which prints nothing.
import type { ComputerDiagnosis } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import { HUB_MS, askDevice, withinTotal, type DeviceRequestParts } from './device-requests.ts'
import { findComputer } from './printers.queries.ts'

/**
 * Takes up to 10 s. It is in the staff log before a connected device is asked. Throws ProblemError `not_found`, and what
 * `askDevice` throws.
 */
export async function diagnose(
  parts: DeviceRequestParts,
  caller: Caller,
  named: { readonly customerId: number; readonly computerId: number },
): Promise<ComputerDiagnosis> {
  const { customerId, computerId } = named
  const computer = await findComputer(parts.db, { ...named, where: 'path' })
  const summary = `Had ${computer.pcName} check its connection`
  const done = { action: 'computer.diagnose', customerId, computerId, summary }
  const asked = askDevice(parts, computer, async (sockets, { hubId, sessionId }) => {
    await parts.db.transaction().execute((trx) => recordStaffOperation(trx, caller, done))
    return sockets.ask(hubId, { event: 'CollectDiagnosticsAsync', args: [sessionId], timeoutMs: HUB_MS })
  })
  return { computerId, diagnosis: await withinTotal(asked) }
}
