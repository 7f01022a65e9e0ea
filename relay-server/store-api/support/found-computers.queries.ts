// Computers among those of other pharmacies: the columns that lists of support share.
import { sql, type RawBuilder } from 'kysely'
import type { FoundComputer } from '@pharmacy-relay/shared/api/relay-support.ts'

/** `FoundComputer` as it is read. */
export type FoundRow = Omit<FoundComputer, 'lastOnlineAt'> & { readonly lastOnlineAt: Date | null }

/** Of RelayComputers c, Customers p, RelayPresence s and RelayWrongClocks w. */
export const FOUND_COLUMNS: RawBuilder<unknown> = sql`
  c."id", c."customerId", p."storeId", p."name" as "customerName", c."pcName", c."displayName", c."localIpAddress",
  c."publicIpAddress", c."softwareVersion", c."isTooOld", c."access", c."role", coalesce(s."state", 'offline') as "presence",
  s."lastOnlineAt", s."reason" as "offlineReason", w."aheadMs" as "clockAheadMs"`

export const FOUND_JOINS: RawBuilder<unknown> = sql`
  join "Customers" p on p."id" = c."customerId" left join "RelayPresence" s on s."computerId" = c."id"
  left join "RelayWrongClocks" w on w."computerId" = c."id"`

export function foundComputer<R extends FoundRow>(row: R): Omit<R, 'lastOnlineAt'> & FoundComputer {
  return { ...row, lastOnlineAt: row.lastOnlineAt?.toISOString() ?? null }
}
