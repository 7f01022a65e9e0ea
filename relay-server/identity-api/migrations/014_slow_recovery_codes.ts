// Recovery codes are kept with a salt and a slow hash; those of before, which had neither, end: whoever has them makes new ones.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from "RecoveryCodes"`.execute(db)
}
