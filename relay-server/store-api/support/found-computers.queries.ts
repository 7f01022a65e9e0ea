// Computers among those of other pharmacies: the columns that lists of support share.
import { sql, type RawBuilder } from 'kysely'
import type { FoundComputer } from '@pharmacy-relay/shared/api/relay-support.ts'

/** `FoundComputer` as it is read. */
export type FoundRow = Omit<FoundComputer, 'lastOnlineAt'> & { readonly lastOnlineAt: Date | null }

/** Of RelayComputers c, Customers p and RelayPresence s. */
export const FOUND_COLUMNS: RawBuilder<unknown> = sql`
  c."id", c."customerId", p."storeId", p."name" as "customerName", c."pcName", c."displayName", c."localIpAddress",
  c."publicIpAddress", c."softwareVersion", c."isTooOld", c."access", coalesce(s."state", 'offline') as "presence",
  s."lastOnlineAt", case when s."state" = 'offline' then s."reason" end as "offlineReason"`

export const FOUND_JOINS: RawBuilder<unknown> = sql`
  join "Customers" p on p."id" = c."customerId" left join "RelayPresence" s on s."computerId" = c."id"`

export function foundComputer<R extends FoundRow>(row: R): Omit<R, 'lastOnlineAt'> & FoundComputer {
  return { ...row, lastOnlineAt: row.lastOnlineAt?.toISOString() ?? null }
}
