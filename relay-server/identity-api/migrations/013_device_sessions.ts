// Sessions of one computer: of a Pharmacist who signs in at the agent of his pharmacy.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['RefreshFamilies', 'PendingSignIns'])
    await db.schema.alterTable(table).addColumn('deviceKey', 'text').execute()
  await sql`create index "RefreshFamilies_deviceKey" on "RefreshFamilies" ("deviceKey")
    where "deviceKey" is not null and "revokedAt" is null`.execute(db)
  await sql`alter table "PasskeyChallenges"
    drop constraint "PasskeyChallenges_purpose_check",
    drop constraint "PasskeyChallenges_user",
    add constraint "PasskeyChallenges_purpose" check
      ("purpose" in ('register', 'sign-in', 'second-factor', 'again', 'device')),
    add constraint "PasskeyChallenges_user" check
      (("userId" is null) = ("purpose" in ('sign-in', 'device')))`.execute(db)
}
