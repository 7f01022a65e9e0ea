// The pharmacy database as Kysely types.
import type { Generated, GeneratedAlways } from 'kysely'
import type { CodeKind } from '@pharmacy-relay/shared/api/pharmacy-drugs.ts'
import type {
  ImportCounts,
  ImportFailure,
  ImportRule,
  ImportState,
  ListEncoding,
  ListFileName,
  RuleCount,
} from '@pharmacy-relay/shared/api/pharmacy-imports.ts'

interface DrugsTable {
  readonly id: GeneratedAlways<number>
  source: string
  code: string
  name: string
  nameFold: string
  substances: string[]
  form: string
  atc: string | null
  holder: string
  isActive: boolean
  withdrawnAt: Date | null
  importId: number | null
}

interface DrugPacksTable {
  readonly id: GeneratedAlways<number>
  drugId: number
  source: string
  gtin: string | null
  code: string
  codeKind: CodeKind
  label: string
  withdrawnAt: Date | null
}

interface DrugImportsTable {
  readonly id: GeneratedAlways<number>
  source: string
  encoding: ListEncoding
  state: Generated<Exclude<ImportState, 'other'>>
  rowsRead: Generated<number>
  percent: Generated<number>
  counts: ImportCounts | null
  faults: Generated<number>
  remarks: Generated<number>
  rules: Generated<RuleCount[]>
  failure: ImportFailure | null
  startedBy: string
  startedByGuid: string
  startedAt: Generated<Date>
  updatedAt: Generated<Date>
  runId: string | null
}

interface DrugImportFilesTable {
  importId: number
  name: ListFileName
  bytes: number
  sha256: string
  uploadId: string | null
}

interface DrugImportPartsTable {
  importId: number
  name: ListFileName
  uploadId: string
  part: number
  bytes: Buffer
}

interface DrugImportFaultsTable {
  importId: number
  place: number
  file: ListFileName
  line: number | null
  rule: ImportRule
  isFault: boolean
  what: string
}

export interface PharmacySchema {
  Drugs: DrugsTable
  DrugPacks: DrugPacksTable
  DrugWords: { word: string }
  DrugImports: DrugImportsTable
  DrugImportFiles: DrugImportFilesTable
  DrugImportParts: DrugImportPartsTable
  DrugImportFaults: DrugImportFaultsTable
}
