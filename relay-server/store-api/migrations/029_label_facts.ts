// What each computer reports of its labels that changes with every one: shared/labels/job-report.ts, LabelFacts.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "RelayComputers" add column "labelFacts" jsonb`.execute(db)
}
