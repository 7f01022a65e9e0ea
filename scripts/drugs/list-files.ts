// The files of a drug list in the folders that a person names; a later folder's file takes the place of an earlier one's.
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createHash } from 'node:crypto'
import {
  LIST_FILES,
  MAX_LIST_FILE_BYTES,
  type ListFileName,
} from '@pharmacy-relay/shared/api/pharmacy/imports.ts'

export interface ListFolder {
  /** `bdpm`, or the source that was named for files in our own form. */
  readonly source: string
  readonly files: readonly ListFileOnDisk[]
}

export interface ListFileOnDisk {
  readonly name: ListFileName
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sha256: string
}

/** `source` null: `bdpm` where its files are, else `list`. Throws Error with words. */
export function readListFolders(folders: readonly string[], source: string | null): ListFolder {
  for (const folder of folders)
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${folder} is no folder.`)
  const found = (names: readonly ListFileName[]) => names.flatMap((name) => fileIn(folders, name))
  const bdpm = found(LIST_FILES.bdpm)
  if (bdpm.length > 0 && (source ?? 'bdpm') === 'bdpm') return { source: 'bdpm', files: bdpm }
  const tables = found(LIST_FILES.tables)
  if (tables.length > 0 && source !== 'bdpm') return { source: source ?? 'list', files: tables }
  throw new Error(
    `${folders.join(' and ')}: there is no list. Known are ${LIST_FILES.bdpm.join(', ')} (BDPM), ` +
      `and ${LIST_FILES.tables.join(', ')} (any other; see relay-server/pharmacy-api/README.md).`,
  )
}

function fileIn(folders: readonly string[], name: ListFileName): ListFileOnDisk[] {
  const file = folders.map((folder) => path.join(folder, name)).findLast((one) => existsSync(one))
  if (file === undefined) return []
  const { size } = statSync(file)
  if (size === 0 || size > MAX_LIST_FILE_BYTES)
    throw new Error(`${file} has ${size} bytes; a file has 1 to ${MAX_LIST_FILE_BYTES}.`)
  const bytes = new Uint8Array(readFileSync(file))
  return [{ name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }]
}
