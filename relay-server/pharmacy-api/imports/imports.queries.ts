// Rows of imports: begun, told of, moved from one state to the next, ended; each step only from the state that it follows.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  DrugImport,
  DrugImportStart,
  ImportCounts,
  ImportFailure,
  ImportFinding,
  ImportState,
} from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import type { PharmacyDb } from '../database.ts'
import type { FoundInList } from './findings.ts'

/** An import whose process says nothing for this long has none any more, in s. */
const SILENT_S = 15
/** Lists that may be under way at a time. */
const MAX_LIVE = 10
/** Newest imports that are kept; an older one stays while a drug names it. */
const KEPT = 200

export interface Starter {
  readonly name: string
  readonly guid: string
}

type Begun = { readonly id: number } | { readonly refusal: 'running' | 'too_many' }

/** Ends an earlier import of the list that was not applied. */
export async function beginImport(db: PharmacyDb, start: DrugImportStart, by: Starter): Promise<Begun> {
  try {
    return await db.transaction().execute(async (trx) => {
      const waiting = trx.selectFrom('DrugImports').select('id').where('state', 'in', ['open', 'checked'])
      const replaced = await waiting.where('source', '=', start.source).execute()
      for (const { id } of replaced) await endImport(trx, id, { state: 'replaced', failure: null })
      const live = trx
        .selectFrom('DrugImports')
        .where('state', 'in', ['open', 'checking', 'checked', 'applying'])
      const { count } = await live.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
      if (count >= MAX_LIVE) return { refusal: 'too_many' }
      const { id } = await trx
        .insertInto('DrugImports')
        .values({
          source: start.source,
          encoding: start.encoding,
          startedBy: by.name,
          startedByGuid: by.guid,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('DrugImportFiles')
        .values(start.files.map((file) => ({ importId: id, ...file })))
        .execute()
      await forgetOldImports(trx)
      return { id }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'DrugImports_live')) return { refusal: 'running' }
    throw error
  }
}

async function forgetOldImports(db: PharmacyDb): Promise<void> {
  await sql`
    delete from "DrugImports" i where i."id" <= (select max("id") from "DrugImports") - ${KEPT}
      and i."state" in ('refused', 'applied', 'failed', 'replaced')
      and not exists (select from "Drugs" d where d."importId" = i."id")`.execute(db)
}

/** Imports whose process ended in the midst: nothing of them is in the drugs. */
export async function failSilentImports(db: PharmacyDb, silentS: number = SILENT_S): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update "DrugImports" set "state" = 'failed', "failure" = 'interrupted', "runId" = null, "updatedAt" = now()
    where "state" in ('checking', 'applying') and "updatedAt" < now() - make_interval(secs => ${silentS})
    returning "id"`.execute(db)
  for (const { id } of rows) await dropParts(db, id)
}

export interface RunStart {
  readonly importId: number
  readonly from: readonly Exclude<ImportState, 'other'>[]
  readonly to: 'checking' | 'applying'
}

/** The id of the run, under which alone it may be written from now on; null when the import is in another state. */
export async function beginRun(db: PharmacyDb, { importId, from, to }: RunStart): Promise<string | null> {
  const runId = randomUUID()
  const result = await db
    .updateTable('DrugImports')
    .set({ state: to, runId, rowsRead: 0, percent: 0, updatedAt: sql`now()` })
    .where('id', '=', importId)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n ? runId : null
}

export interface Run {
  readonly importId: number
  readonly runId: string
}

/** False when the run was given up meanwhile. */
export async function tellProgress(
  db: PharmacyDb,
  { importId, runId }: Run,
  progress: { readonly rowsRead: number; readonly percent: number },
): Promise<boolean> {
  const result = await db
    .updateTable('DrugImports')
    .set({ ...progress, updatedAt: sql`now()` })
    .where('id', '=', importId)
    .where('runId', '=', runId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** What was found in the files, in place of what an earlier run found. */
export async function keepFindings(
  db: PharmacyDb,
  { importId, runId }: Run,
  found: FoundInList,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { faults, remarks } = found
    await trx
      .updateTable('DrugImports')
      .set({ faults, remarks, rules: sql`${JSON.stringify(found.rules)}::jsonb` })
      .where('id', '=', importId)
      .where('runId', '=', runId)
      .execute()
    await trx.deleteFrom('DrugImportFaults').where('importId', '=', importId).execute()
    const rows = found.kept.map((finding, place) => ({ ...finding, place }))
    await sql`
      insert into "DrugImportFaults" ("importId", "place", "file", "line", "rule", "isFault", "what")
      select ${importId}::integer, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r("place" integer, "file" text, "line" integer, "rule" text, "isFault" boolean, "what" text)`.execute(
      trx,
    )
  })
}

/** After a check: the list may be applied, and what that would change. */
export async function keepChecked(
  db: PharmacyDb,
  { importId, runId }: Run,
  counts: ImportCounts,
): Promise<void> {
  await db
    .updateTable('DrugImports')
    .set({
      state: 'checked',
      percent: 100,
      runId: null,
      counts: sql`${JSON.stringify(counts)}::jsonb`,
      updatedAt: sql`now()`,
    })
    .where('id', '=', importId)
    .where('runId', '=', runId)
    .execute()
}

/** Ends a run without a change of drugs; nothing happens when it was given up before. */
export async function endRun(
  db: PharmacyDb,
  { importId, runId }: Run,
  end: { readonly state: 'refused' | 'failed'; readonly failure: ImportFailure | null },
): Promise<void> {
  const { rows } =
    await sql`select from "DrugImports" where "id" = ${importId} and "runId" = ${runId}`.execute(db)
  if (rows.length === 1) await endImport(db, importId, end)
}

async function endImport(
  db: PharmacyDb,
  importId: number,
  end: { readonly state: 'refused' | 'failed' | 'replaced'; readonly failure: ImportFailure | null },
): Promise<void> {
  await db
    .updateTable('DrugImports')
    .set({ ...end, runId: null, updatedAt: sql`now()` })
    .where('id', '=', importId)
    .execute()
  await dropParts(db, importId)
}

/** The bytes of an import that is over. */
export async function dropParts(db: PharmacyDb, importId: number): Promise<void> {
  await db.deleteFrom('DrugImportParts').where('importId', '=', importId).execute()
}

type ImportRow = Omit<DrugImport, 'startedAt' | 'updatedAt'> & {
  readonly startedAt: Date
  readonly updatedAt: Date
}

const COLUMNS = sql`
  i."id", i."source", i."encoding", i."state", i."rowsRead", i."percent", i."counts", i."faults", i."remarks", i."rules",
  i."failure", i."startedBy", i."startedAt", i."updatedAt",
  (select coalesce(jsonb_agg(jsonb_build_object('name', f."name", 'bytes', f."bytes", 'sha256', f."sha256",
      'isReceived', f."uploadId" is not null) order by f."name"), '[]')
    from "DrugImportFiles" f where f."importId" = i."id") as "files"`

/** Null: there is none with this id. */
export async function readImport(db: PharmacyDb, importId: number): Promise<DrugImport | null> {
  const { rows } = await sql<ImportRow>`
    select ${COLUMNS} from "DrugImports" i where i."id" = ${importId}`.execute(db)
  return rows[0] === undefined ? null : asReply(rows[0])
}

export interface Page {
  readonly page: number
  readonly pageSize: number
}

export async function listImports(db: PharmacyDb, { page, pageSize }: Page) {
  const { rows } = await sql<ImportRow>`
    select ${COLUMNS} from "DrugImports" i order by i."id" desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { total } = await db
    .selectFrom('DrugImports')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(asReply), total, page, pageSize }
}

function asReply(row: ImportRow): DrugImport {
  return { ...row, startedAt: row.startedAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

export async function listFindings(db: PharmacyDb, importId: number, { page, pageSize }: Page) {
  const all = db.selectFrom('DrugImportFaults').where('importId', '=', importId)
  const items: ImportFinding[] = await all
    .select(['file', 'line', 'rule', 'isFault', 'what'])
    .orderBy('place')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items, total, page, pageSize }
}
