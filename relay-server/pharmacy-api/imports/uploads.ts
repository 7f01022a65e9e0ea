// A file of an import as it comes: kept in parts, counted and hashed; only the announced bytes count.
import { createHash } from 'node:crypto'
import { MAX_LIST_FILE_BYTES, type ListFileName } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PharmacyDb } from '../database.ts'
import {
  dropUpload,
  expectedFile,
  finishUpload,
  keepPart,
  newUpload,
  type Upload,
} from './list-files.queries.ts'

const PART_BYTES = 262_144

export interface FileUpload {
  readonly importId: number
  readonly name: ListFileName
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Throws ProblemError: `not_found` for a file that was not announced, `state_conflict` once the import takes none any more,
 * `invalid` for other bytes. Nothing of a refused upload stays.
 */
export async function takeFile(db: PharmacyDb, { importId, name, body }: FileUpload): Promise<void> {
  const expected = await expectedFile(db, { importId, name })
  if (expected === null) throw new ProblemError('not_found', 'This import has no such file')
  if (expected.state !== 'open') throw noFilesAnyMore()
  const upload = newUpload(importId, name)
  try {
    const sha256 = await keepParts(db, upload, body)
    if (sha256 !== expected.sha256) throw otherBytes()
  } catch (error) {
    await dropUpload(db, upload)
    throw error
  }
  if (!(await finishUpload(db, upload))) throw noFilesAnyMore()
}

/** The SHA-256 of all of it. */
async function keepParts(db: PharmacyDb, upload: Upload, body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  let part = 0
  let count = 0
  for await (const bytes of inParts(body)) {
    count += bytes.length
    if (count > MAX_LIST_FILE_BYTES) throw otherBytes()
    hash.update(bytes)
    await keepPart(db, upload, { part, bytes })
    part += 1
  }
  return hash.digest('hex')
}

async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let count = 0
  for await (const bytes of body) {
    held.push(bytes)
    count += bytes.length
    if (count < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    count = 0
  }
  if (count > 0) yield Buffer.concat(held)
}

function otherBytes(): ProblemError {
  const errors = [{ path: 'body', message: 'is not the file that was announced: size and SHA-256 differ' }]
  return new ProblemError('invalid', 'Some fields are not valid', { errors })
}

function noFilesAnyMore(): ProblemError {
  return new ProblemError('state_conflict', 'This import takes no files any more; begin another one')
}
