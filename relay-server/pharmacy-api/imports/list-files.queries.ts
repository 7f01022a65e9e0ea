// The files of an import as parts in the database: written while they come, read by the run; the last whole upload counts.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ListEncoding, ListFileName } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { PharmacyDb } from '../database.ts'
import type { ListFile } from './list-rows.ts'

/** One file on its way. */
export interface Upload {
  readonly importId: number
  readonly name: ListFileName
  readonly uploadId: string
}

export function newUpload(importId: number, name: ListFileName): Upload {
  return { importId, name, uploadId: randomUUID() }
}

export interface ExpectedFile {
  readonly bytes: number
  readonly sha256: string
  readonly state: string
}

/** What was announced of a file; null when it was not, or there is no such import. */
export async function expectedFile(
  db: PharmacyDb,
  { importId, name }: Pick<Upload, 'importId' | 'name'>,
): Promise<ExpectedFile | null> {
  const found = await db
    .selectFrom('DrugImportFiles as f')
    .innerJoin('DrugImports as i', 'i.id', 'f.importId')
    .select(['f.bytes', 'f.sha256', 'i.state'])
    .where('f.importId', '=', importId)
    .where('f.name', '=', name)
    .executeTakeFirst()
  return found ?? null
}

export async function keepPart(
  db: PharmacyDb,
  upload: Upload,
  { part, bytes }: { readonly part: number; readonly bytes: Buffer },
): Promise<void> {
  await db
    .insertInto('DrugImportParts')
    .values({ ...upload, part, bytes })
    .execute()
}

/** From now on this upload is the file. False when the import no longer takes files; its parts are gone then. */
export async function finishUpload(db: PharmacyDb, upload: Upload): Promise<boolean> {
  const { importId, name, uploadId } = upload
  const { rows } = await sql`
    update "DrugImportFiles" f set "uploadId" = ${uploadId} from "DrugImports" i
    where i."id" = f."importId" and i."state" = 'open' and f."importId" = ${importId} and f."name" = ${name}
    returning f."name"`.execute(db)
  const isFile = rows.length === 1
  await db
    .deleteFrom('DrugImportParts')
    .where('importId', '=', importId)
    .where('name', '=', name)
    .where('uploadId', isFile ? '!=' : '=', uploadId)
    .execute()
  return isFile
}

export async function dropUpload(db: PharmacyDb, { importId, name, uploadId }: Upload): Promise<void> {
  await db
    .deleteFrom('DrugImportParts')
    .where('importId', '=', importId)
    .where('name', '=', name)
    .where('uploadId', '=', uploadId)
    .execute()
}

export interface ImportToRun {
  readonly source: string
  readonly encoding: ListEncoding
  readonly files: readonly ListFile[]
}

/** What a run works on, each file whole. Throws when the import is gone. */
export async function readFiles(db: PharmacyDb, importId: number): Promise<ImportToRun> {
  const { source, encoding } = await db
    .selectFrom('DrugImports')
    .select(['source', 'encoding'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('DrugImportFiles')
    .select(['name', 'uploadId'])
    .where('importId', '=', importId)
    .execute()
  const files: ListFile[] = []
  for (const { name, uploadId } of rows)
    files.push({ name, bytes: await readParts(db, { importId, name, uploadId }) })
  return { source, encoding, files }
}

async function readParts(
  db: PharmacyDb,
  { importId, name, uploadId }: Omit<Upload, 'uploadId'> & { readonly uploadId: string | null },
): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for (;;) {
    const next = await db
      .selectFrom('DrugImportParts')
      .select('bytes')
      .where('importId', '=', importId)
      .where('name', '=', name)
      .where('uploadId', '=', uploadId)
      .where('part', '=', parts.length)
      .executeTakeFirst()
    if (next === undefined) return Buffer.concat(parts)
    parts.push(next.bytes)
  }
}
