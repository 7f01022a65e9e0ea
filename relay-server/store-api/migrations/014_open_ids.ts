// Which operation of its hub opened a session: with it a list of sockets is compared with the rows that are older than it.
import { sql, type Kysely } from 'kysely'

/** 0, of sessions from before it was kept: older than every list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "RelaySessions" add column "openId" bigint not null default 0`.execute(db)
}
