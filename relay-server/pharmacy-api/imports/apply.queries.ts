// A list against the drugs that there are: copied into temporary tables, compared, and merged, in one transaction.
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ImportCounts } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { LOCKS } from '../database.ts'
import { fold, foldedWords } from '../drugs/fold.ts'
import type { DrugList, ListDrug, ListPack } from './drug-list.ts'
import type { Run } from './imports.queries.ts'

/** Above it withdrawals want to be confirmed: a file that was cut looks like a list that shrank. */
const MAX_WITHDRAWN = 0.05
const LOCK_WAIT = '60s'
const ROWS_AT_A_TIME = 500
/** Between values of one cell; no list has it, since it is a control character. */
const UNIT = '\u001F'

/** Opens the transaction with both tables; `commit` or `rollback` ends it. Lists are carried out one after the other. */
export async function stageList(client: pg.Client, list: DrugList): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = '${LOCK_WAIT}'`)
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.apply])
  await client.query(`
    create temporary table "NewDrugs" ("code" text primary key, "name" text, "nameFold" text, "substances" text, "form" text,
      "atc" text, "holder" text, "isActive" boolean, "words" text, "supply" text) on commit drop;
    create temporary table "NewPacks" ("drugCode" text, "gtin" text, "code" text, "codeKind" text, "label" text)
      on commit drop`)
  await copy(client, '"NewDrugs"', copyLines(list.drugs, drugCells))
  await copy(client, '"NewPacks"', copyLines(list.packs, packCells))
  await client.query('analyze "NewDrugs"; analyze "NewPacks"')
}

type Cells = readonly (string | null)[]

function drugCells({ code, name, substances, form, atc, holder, isActive, supply }: ListDrug): Cells {
  const nameFold = fold(name)
  const words = foldedWords(`${nameFold} ${substances.map(fold).join(' ')}`)
  const listed = [code, name, nameFold, substances.join(UNIT), form, atc, holder, String(isActive)]
  return [...listed, words.join(' '), supply]
}

function packCells({ drugCode, gtin, code, codeKind, label }: ListPack): Cells {
  return [drugCode, gtin, code, codeKind, label]
}

async function copy(client: pg.Client, table: string, lines: Generator<string>): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${table} from stdin`)))
}

/** Made as they are asked for, so that progress is told meanwhile. */
function* copyLines<T>(rows: readonly T[], cellsOf: (row: T) => Cells): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME)
    yield rows
      .slice(at, at + ROWS_AT_A_TIME)
      .map((row) => `${cellsOf(row).map(copied).join('\t')}\n`)
      .join('')
}

/** Null is the only cell without a value: an empty text stays one. */
function copied(cell: string | null): string {
  return cell === null ? String.raw`\N` : cell.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
}

const DRUG_DIFFERS = `(d."name", d."substances", d."form", d."atc", d."holder", d."isActive", d."supply") is distinct from
  (n."name", string_to_array(n."substances", E'\\x1F'), n."form", n."atc", n."holder", n."isActive", n."supply")`
const PACK_DIFFERS = `(d."code", p."gtin", p."label") is distinct from (n."drugCode", n."gtin", n."label")`

type CountRow = Omit<ImportCounts, 'mustConfirm'> & {
  readonly drugsThere: number
  readonly packsThere: number
}

/** What the staged list changes. */
export async function countChanges(client: pg.Client, source: string): Promise<ImportCounts> {
  const { rows } = await client.query<CountRow>(
    `select
      (select count(*)::integer from "NewDrugs") as "drugs", (select count(*)::integer from "NewPacks") as "packs",
      (select count(*)::integer from "Drugs" where "source" = $1 and "withdrawnAt" is null) as "drugsThere",
      (select count(*)::integer from "DrugPacks" where "source" = $1 and "withdrawnAt" is null) as "packsThere",
      (select count(*)::integer from "NewDrugs" n
        where not exists (select from "Drugs" d where d."source" = $1 and d."code" = n."code")) as "drugsNew",
      (select count(*)::integer from "NewDrugs" n join "Drugs" d on d."source" = $1 and d."code" = n."code"
        where d."withdrawnAt" is not null or ${DRUG_DIFFERS}) as "drugsChanged",
      (select count(*)::integer from "Drugs" d where d."source" = $1 and d."withdrawnAt" is null
        and not exists (select from "NewDrugs" n where n."code" = d."code")) as "drugsWithdrawn",
      (select count(*)::integer from "NewPacks" n where not exists (select from "DrugPacks" p
        where p."source" = $1 and p."codeKind" = n."codeKind" and p."code" = n."code")) as "packsNew",
      (select count(*)::integer from "NewPacks" n
        join "DrugPacks" p on p."source" = $1 and p."codeKind" = n."codeKind" and p."code" = n."code"
        join "Drugs" d on d."id" = p."drugId" where p."withdrawnAt" is not null or ${PACK_DIFFERS}) as "packsChanged",
      (select count(*)::integer from "DrugPacks" p where p."source" = $1 and p."withdrawnAt" is null
        and not exists (select from "NewPacks" n where n."codeKind" = p."codeKind" and n."code" = p."code"))
        as "packsWithdrawn"`,
    [source],
  )
  const [row] = rows
  if (row === undefined) throw new Error('nothing was counted')
  const { drugsThere, packsThere, ...counts } = row
  const mustConfirm =
    counts.drugsWithdrawn > drugsThere * MAX_WITHDRAWN || counts.packsWithdrawn > packsThere * MAX_WITHDRAWN
  return { ...counts, mustConfirm }
}

/** Withdraws what the list no longer has, then adds and changes; `done` is told after each of the four steps. */
export async function mergeList(
  client: pg.Client,
  {
    source,
    importId,
    done,
  }: { readonly source: string; readonly importId: number; readonly done: () => void },
): Promise<void> {
  for (const [statement, values] of [
    [WITHDRAW_DRUGS, [source, importId]],
    [MERGE_DRUGS, [source, importId]],
    [WITHDRAW_PACKS, [source]],
    [MERGE_PACKS, [source]],
  ] as const) {
    await client.query(statement, [...values])
    done()
  }
}

const WITHDRAW_DRUGS = `
  update "Drugs" d set "withdrawnAt" = now(), "importId" = $2 where d."source" = $1 and d."withdrawnAt" is null
    and not exists (select from "NewDrugs" n where n."code" = d."code")`

const MERGE_DRUGS = `
  insert into "Drugs" as d
    ("source", "code", "name", "nameFold", "substances", "form", "atc", "holder", "isActive", "supply", "importId", "found")
  select $1, n."code", n."name", n."nameFold", string_to_array(n."substances", E'\\x1F'), n."form", n."atc", n."holder",
    n."isActive", n."supply", $2, array_to_tsvector(string_to_array(n."words", ' '))
  from "NewDrugs" n order by n."code"
  on conflict ("source", "code") do update set "name" = excluded."name", "nameFold" = excluded."nameFold",
    "substances" = excluded."substances", "form" = excluded."form", "atc" = excluded."atc", "holder" = excluded."holder",
    "isActive" = excluded."isActive", "supply" = excluded."supply", "importId" = excluded."importId", "found" = excluded."found", "withdrawnAt" = null
  where d."withdrawnAt" is not null
    or (d."name", d."substances", d."form", d."atc", d."holder", d."isActive", d."supply", d."found") is distinct from
      (excluded."name", excluded."substances", excluded."form", excluded."atc", excluded."holder", excluded."isActive",
        excluded."supply", excluded."found")`

const WITHDRAW_PACKS = `
  update "DrugPacks" p set "withdrawnAt" = now() where p."source" = $1 and p."withdrawnAt" is null
    and not exists (select from "NewPacks" n where n."codeKind" = p."codeKind" and n."code" = p."code")`

const MERGE_PACKS = `
  insert into "DrugPacks" as p ("drugId", "source", "gtin", "code", "codeKind", "label")
  select d."id", $1, n."gtin", n."code", n."codeKind", n."label"
  from "NewPacks" n join "Drugs" d on d."source" = $1 and d."code" = n."drugCode" order by d."id"
  on conflict ("codeKind", "code", "source") do update set "drugId" = excluded."drugId", "gtin" = excluded."gtin",
    "label" = excluded."label", "withdrawnAt" = null
  where p."withdrawnAt" is not null
    or (p."drugId", p."gtin", p."label") is distinct from (excluded."drugId", excluded."gtin", excluded."label")`

/** The words in which slips are looked for: those of every drug that is there. */
export async function renewWords(client: pg.Client): Promise<void> {
  await client.query(`
    create temporary table "NewWords" on commit drop as
      select "word" from ts_stat('select "found" from "Drugs" where "withdrawnAt" is null')
      where length("word") between 4 and 64 and "word" !~ '^[0-9]';
    delete from "DrugWords" w where not exists (select from "NewWords" n where n."word" = w."word");
    insert into "DrugWords" select "word" from "NewWords" on conflict do nothing`)
}

/** What was written to the indexes of the search goes where searches find it quickly. */
export async function settleIndexes(client: pg.Client): Promise<void> {
  await client.query(`
    select gin_clean_pending_list('"Drugs_found"'::regclass), gin_clean_pending_list('"DrugWords_near"'::regclass)`)
}

/** The last before the commit; the bytes of its files end with it. False when the run was given up meanwhile: then nothing of it may stay. */
export async function markApplied(client: pg.Client, run: Run, counts: ImportCounts): Promise<boolean> {
  const { rowCount } = await client.query(
    `update "DrugImports" set "state" = 'applied', "percent" = 100, "counts" = $3, "runId" = null, "updatedAt" = now()
     where "id" = $1 and "runId" = $2 and "state" = 'applying'`,
    [run.importId, run.runId, JSON.stringify(counts)],
  )
  if (rowCount !== 1) return false
  await client.query('delete from "DrugImportParts" where "importId" = $1', [run.importId])
  return true
}

export async function commit(client: pg.Client): Promise<void> {
  await client.query('commit')
}

export async function rollback(client: pg.Client): Promise<void> {
  await client.query('rollback')
}

/** What the planner knows of the tables is of before the import. */
export async function analyzeDrugs(client: pg.Client): Promise<void> {
  await client.query('analyze "Drugs", "DrugPacks", "DrugWords"')
}
