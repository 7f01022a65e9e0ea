// From the files that a browser sent to an import that is being checked: announced, sent one by one, its check begun.
import { openAsBlob } from 'node:fs'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { DrugImport, ListEncoding, ListFileName } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreCall } from '../../http/staff.ts'
import type { UploadedFile } from '../../http/uploaded-form.ts'

export interface SentFile extends UploadedFile {
  readonly name: ListFileName
}

export interface SentList {
  readonly source: string
  readonly encoding: ListEncoding
  readonly files: readonly SentFile[]
}

/** A check that cannot begin now is begun on the page of the import. Throws ProblemError for everything before. */
export async function sendList(
  pharmacy: StoreCall,
  { source, encoding, files }: SentList,
): Promise<DrugImport> {
  const announced = files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))
  const body = { source, encoding, files: announced }
  const begun = await pharmacy(pharmacyApi.startDrugImport, { params: null, query: null, body })
  const importId = String(begun.id)
  for (const file of files) {
    // Read from disk as it is sent.
    const bytes = await openAsBlob(file.path)
    const params = { importId, name: file.name }
    await pharmacy(pharmacyApi.putDrugImportFile, { params, query: null, body: bytes })
  }
  try {
    return await pharmacy(pharmacyApi.checkDrugImport, { params: { importId }, query: null, body: null })
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'unavailable') return begun
    throw error
  }
}
