// What became of one pairing code of a pharmacy, for the page that an admin still has open.
import { sql } from 'kysely'
import type { PairingCodeOutcome } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { MAX_PAIRING_TRIES } from '@pharmacy-relay/shared/pairing.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreDb } from '../database.ts'

interface OutcomeRow {
  readonly needsApproval: boolean
  readonly wrongTries: number
  readonly expiresAt: Date
  readonly isExpired: boolean
  readonly endedAt: Date | null
  readonly isUsed: boolean
  readonly computerName: string | null
  readonly wrongFrom: string | null
  readonly withdrawnBy: string | null
}

/** Throws ProblemError `not_found`, also for a code whose row is used for a newer one, and for one that a copy got. */
export async function codeOutcome(
  db: StoreDb,
  ids: { readonly customerId: number; readonly codeId: number },
): Promise<PairingCodeOutcome> {
  const { customerId, codeId } = ids
  const { rows } = await sql<OutcomeRow>`
    select p."needsApproval", p."wrongTries", p."expiresAt", p."expiresAt" <= relay_now() as "isExpired", p."endedAt",
      p."usedByInstallId" is not null as "isUsed", p."wrongFrom", p."withdrawnBy",
      coalesce(c."displayName", p."usedByName", c."pcName") as "computerName"
    from "RelayPairingCodes" p
    left join "RelayComputers" c on c."installId" = p."usedByInstallId" and c."customerId" = p."customerId"
    where p."id" = ${codeId} and p."customerId" = ${customerId} and p."copyOfComputerId" is null`.execute(db)
  const [row] = rows
  if (row === undefined) throw new ProblemError('not_found', 'There is no such pairing code any more')
  return { id: codeId, customerId, ...outcomeOf(row) }
}

type Outcome<One = PairingCodeOutcome> = One extends unknown ? Omit<One, 'id' | 'customerId'> : never

function outcomeOf(row: OutcomeRow): Outcome {
  const expiresAt = row.expiresAt.toISOString()
  if (row.endedAt === null) {
    if (row.isExpired) return { state: 'expired', at: expiresAt }
    return { state: 'open', expiresAt, needsApproval: row.needsApproval }
  }
  const at = row.endedAt.toISOString()
  if (row.isUsed) return { state: 'used', at, computerName: row.computerName }
  if (row.wrongTries >= MAX_PAIRING_TRIES) return { state: 'tried', at, address: row.wrongFrom }
  return { state: 'withdrawn', at, staffName: row.withdrawnBy }
}
