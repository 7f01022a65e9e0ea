// What became of a pairing code that is over, for who looks at its page: who used it, or from where it was tried wrongly.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "RelayPairingCodes" add column "usedByName" text, add column "wrongFrom" text,
      add column "withdrawnBy" text`.execute(db)
}
