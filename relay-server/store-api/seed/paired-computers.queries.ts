// Computers as if they had paired, for measurements and tests in which real agents come; and what is shown of them then.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import type { StoreDb } from '../database.ts'

export interface ComingComputer {
  readonly customerId: number
  readonly pcName: string
  readonly username: string
  readonly installId: string
  /** PEM, with its SHA-256 in hexadecimal. */
  readonly certificate: string
  readonly fingerprint: string
  /** Null as long as it has reported none. */
  readonly printers: PrinterList | null
}

/** Rows of a statement: within the statement limit on a busy machine, too. */
const AT_ONCE = 250

/** Pharmacies without computers, `P-<first>` and on; answers their ids in that order. */
export async function addPharmacies(
  db: StoreDb,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const storeId = `P-${first + index}`
    return { storeId, name: `Pharmacy ${storeId}`, email: 'p@example.org' }
  })
  const ids: number[] = []
  for (let done = 0; done < count; done += AT_ONCE) {
    const some = rows.slice(done, done + AT_ONCE)
    const added = await db.insertInto('Customers').values(some).returning('id').execute()
    ids.push(...added.map(({ id }) => id))
  }
  return ids
}

export interface AddedComputer {
  readonly computerId: number
  readonly deviceKey: string
}

/** Answers them in their order. */
export async function addComingComputers(
  db: StoreDb,
  computers: readonly ComingComputer[],
): Promise<AddedComputer[]> {
  const added: AddedComputer[] = []
  for (let done = 0; done < computers.length; done += AT_ONCE)
    added.push(...(await addSome(db, computers.slice(done, done + AT_ONCE))))
  return added
}

async function addSome(db: StoreDb, computers: readonly ComingComputer[]): Promise<AddedComputer[]> {
  const rows = computers.map(({ customerId, pcName, username, installId, printers }) => ({
    customerId,
    pcName,
    username,
    installId,
    localIpAddress: '192.168.1.10',
    softwareVersion: '1.0.0',
    deviceKey: createHash('sha256').update(installId).digest('hex'),
    reportedPrinters: printers === null ? null : JSON.stringify(printers),
  }))
  const added = await db
    .insertInto('RelayComputers')
    .values(rows)
    .returning(['id as computerId', 'deviceKey'])
    .execute()
  const pins = computers.map(({ certificate: pem, fingerprint }, index) => ({
    computerId: added[index]?.computerId ?? 0,
    place: 'pinned' as const,
    fingerprint,
    pem,
  }))
  await db.insertInto('RelayCertificates').values(pins).execute()
  return added
}

/** The store's own time, of which its rows are. */
export async function storeNow(db: StoreDb): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select relay_now() as "now"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database has no time')
  return row.now
}

/** How many of these are shown as online now. */
export async function shownOnline(db: StoreDb, computerIds: readonly number[]): Promise<number> {
  return countOf(
    sql`select count(*)::integer as "count" from "RelayPresence"
      where "status" = 'Online' and "computerId" = any(${computerIds}::integer[])`,
    db,
  )
}

/** How many of these were shown so at any time since then: each change of what is shown has a row. */
export async function shownSince(
  db: StoreDb,
  computerIds: readonly number[],
  shown: { readonly state: 'reconnecting' | 'offline'; readonly since: Date },
): Promise<number> {
  return countOf(
    sql`select count(distinct "computerId")::integer as "count" from "RelayTransitions"
      where "became" = ${shown.state} and "at" >= ${shown.since}
        and "computerId" = any(${computerIds}::integer[])`,
    db,
  )
}

/** How long each time lasted, in ms, in which one of these was shown as away since then, of times that are over. */
export async function awayTimesMs(
  db: StoreDb,
  computerIds: readonly number[],
  since: Date,
): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from back."at" - gone."at") * 1000)::double precision as "ms"
    from "RelayTransitions" gone join lateral (
      select "at" from "RelayTransitions" b
      where b."computerId" = gone."computerId" and b."presenceSeq" > gone."presenceSeq" and b."became" = 'online'
      order by b."presenceSeq" limit 1
    ) back on true
    where gone."was" in ('online', 'degraded') and gone."became" in ('reconnecting', 'offline')
      and gone."at" >= ${since} and gone."computerId" = any(${computerIds}::integer[])`.execute(db)
  return rows.map(({ ms }) => ms)
}

/** Whether what this computer is to do is known as applied. */
export async function isKnownApplied(db: StoreDb, computerId: number): Promise<boolean> {
  const count = await countOf(
    sql`select count(*)::integer as "count" from "RelayAssignments"
      where "computerId" = ${computerId} and "state" = 'applied'`,
    db,
  )
  return count > 0
}

async function countOf(query: ReturnType<typeof sql<{ count: number }>>, db: StoreDb): Promise<number> {
  const { rows } = await query.execute(db)
  return rows[0]?.count ?? 0
}
