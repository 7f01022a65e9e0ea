// What staff do in the panel, by the store API's own functions.
import type { Caller } from '@pharmacy-relay/relay-server/auth/access-token.ts'
import { revokeComputer } from '@pharmacy-relay/relay-server/store-api/access/computer-access.ts'
import { changePrinting } from '@pharmacy-relay/relay-server/store-api/printing/printing-changes.ts'
import type { Identity } from './model-agent.ts'
import type { ModelStore } from './model-store.ts'

export type Staff = Pick<ModelStore, 'db' | 'pusher' | 'sessionEnds'>

const ADMIN: Caller = {
  subject: '7b5cc1de-6a43-4b50-8a15-3f4de8a4f2a1',
  role: 'Admin',
  name: 'Ada Admin',
  pharmacyId: null,
  sessionId: null,
  signedInAt: null,
  deviceKey: null,
  expiresAt: new Date('2100-01-01T00:00:00.000Z'),
}

/** The computer becomes the PrinterComputer of its pharmacy, or a Client. */
export async function giveRole(staff: Staff, identity: Identity, isPrinter: boolean): Promise<void> {
  const { pharmacyId: customerId, computerId } = identity
  const { printingVersion } = await staff.db
    .selectFrom('Customers')
    .select('printingVersion')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const change = isPrinter
    ? ({ kind: 'printer', computerId, printerName: 'cups:ZD421', tcpPort: 9100 } as const)
    : ({ kind: 'role', computerId, role: 2 } as const)
  await changePrinting(staff, ADMIN, { customerId, version: printingVersion, change })
}

export async function revokeAccess(staff: Staff, identity: Identity): Promise<void> {
  const { pharmacyId: customerId, computerId } = identity
  await revokeComputer(staff, ADMIN, { customerId, computerId })
}
