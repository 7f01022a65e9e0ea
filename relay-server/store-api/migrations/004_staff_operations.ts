// What staff did, written in the transaction of the change itself.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "StaffOperationHistory" (
      "id" integer generated always as identity primary key,
      "at" timestamptz not null default relay_now(),
      "staffGuid" text not null,
      "staffName" text not null,
      "staffRole" text not null,
      "action" text not null,
      "customerId" integer,
      "computerId" integer,
      "summary" text not null
    )`.execute(db)
  await sql`
    create index "StaffOperationHistory_customerId" on "StaffOperationHistory" ("customerId", "id" desc)`.execute(
    db,
  )
}
