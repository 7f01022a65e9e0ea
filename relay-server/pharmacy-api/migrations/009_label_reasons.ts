// Why a label stands as it does, in the words of its job: codes with parameters, nothing of a patient.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "PrescriptionLabels" add column "reasons" jsonb not null default '[]'`.execute(db)
}
