// The log of who looked at whom: written in the transaction of what it tells of, so that nothing is shown that is not in it.
import { sql } from 'kysely'
import type { AccessAct, AccessEntry } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { Tenant } from '../tenants/tenant.ts'

const RETRY_AFTER_S = 2

export interface Access {
  readonly act: Exclude<AccessAct, 'other'>
  /** Null: a search that found nobody. */
  readonly patientId: string | null
}

export interface AccessLog {
  /** Last in its transaction: it locks the log of the pharmacy. Throws ProblemError `unavailable`, with an alarm. */
  write(trx: TenantDb, tenant: Tenant, accesses: readonly Access[]): Promise<void>
}

export function createAccessLog({ logger }: { readonly logger: Logger }): AccessLog {
  return {
    write: async (trx, { pharmacyId, userGuid, deviceKey, traceId }, accesses) => {
      if (accesses.length === 0) return
      const rows = accesses.map((access) => ({ pharmacyId, userGuid, deviceKey, traceId, ...access }))
      try {
        await trx.insertInto('PatientAccessLog').values(rows).execute()
      } catch (error) {
        const cause = withoutValues(error)
        logger.warn('alarm.access-not-logged', { pharmacy: pharmacyId, traceId, reason: cause.message })
        const extras = { retryAfterS: RETRY_AFTER_S, cause }
        throw new ProblemError('unavailable', 'This cannot be logged, and is not done without', extras)
      }
    },
  }
}

export interface AccessQuery {
  readonly page: number
  readonly pageSize: number
  readonly patientId?: string | undefined
}

/** Newest first. An entry is intact when its hash is that of itself and the entry before. */
export async function readAccessLog(trx: TenantDb, { page, pageSize, patientId }: AccessQuery) {
  const { rows } = await sql<Omit<AccessEntry, 'at'> & { readonly at: Date }>`
    select l."n", l."at", l."userGuid", l."deviceKey", l."patientId", l."act", l."traceId",
      coalesce(l."hash" = access_hash(l, case when l."n" = 1 then ''::bytea else before."hash" end), false) as "isIntact"
    from "PatientAccessLog" l
    left join "PatientAccessLog" before on before."pharmacyId" = l."pharmacyId" and before."n" = l."n" - 1
    where ${patientId ?? null}::uuid is null or l."patientId" = ${patientId ?? null}::uuid
    order by l."n" desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx)
  const counted = trx.selectFrom('PatientAccessLog').select(({ fn }) => fn.countAll<number>().as('total'))
  const matching = patientId === undefined ? counted : counted.where('patientId', '=', patientId)
  const { total } = await matching.executeTakeFirstOrThrow()
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total, page, pageSize }
}
