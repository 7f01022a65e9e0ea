// The pharmacy database as Kysely types.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CrossSaleReason, KnownFlag } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { CodeKind } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import type {
  ImportCounts,
  ImportFailure,
  ImportRule,
  ImportState,
  ListEncoding,
  ListFileName,
  RuleCount,
} from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { SmsSchema } from './sms/sms-schema.ts'

/** How a drug may be sold, where its list says so. */
export type Supply = 'free' | 'prescription' | 'controlled'

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
  supply: Supply | null
  readonly group: GeneratedAlways<string | null>
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

interface CrossSalesTable {
  readonly id: GeneratedAlways<number>
  kind: 'rule' | 'mined'
  ifGroup: string
  thenGroup: string
  reason: Exclude<CrossSaleReason, 'other'>
  flags: KnownFlag[] | null
  minAge: number | null
  validUntil: ColumnType<Date | null, string | null, string | null>
  baskets: number | null
  pharmacies: number | null
  confidence: number | null
  lift: number | null
  measuredOn: Date | null
  approvedBy: string | null
  approvedAt: Date | null
  recordedBy: string | null
  recordedByGuid: string | null
  endedAt: Date | null
  changedBy: string
  changedByGuid: string | null
  changedAt: Generated<Date>
  version: Generated<number>
}

interface CrossSaleBasketsTable {
  pharmacyId: number
  basketId: string
  day: ColumnType<Date, string, string>
  groups: string[]
}

interface CrossSaleAnswersTable {
  pharmacyId: number
  basketId: string
  crossSaleId: number
  answer: 'accepted' | 'declined'
}

interface ScannerTokensTable {
  /** SHA-256. */
  tokenHash: Buffer
  pharmacyId: number
  scannerId: number
}

interface DevicePairCodesTable {
  /** SHA-256. */
  codeHash: Buffer
  pharmacyId: number
  workplaceId: number
  madeBy: string
  expiresAt: Date
}

interface OptOutLinksTable {
  /** SHA-256. */
  readonly tokenHash: Buffer
  readonly pharmacyId: number
  readonly patientId: string
  readonly expiresAt: Date
}

export interface PharmacySchema extends SmsSchema {
  OptOutLinks: OptOutLinksTable
  ScannerTokens: ScannerTokensTable
  DevicePairCodes: DevicePairCodesTable
  CrossSales: CrossSalesTable
  CrossSaleBaskets: CrossSaleBasketsTable
  CrossSaleAnswers: CrossSaleAnswersTable
  Drugs: DrugsTable
  DrugPacks: DrugPacksTable
  DrugWords: { word: string }
  DrugImports: DrugImportsTable
  DrugImportFiles: DrugImportFilesTable
  DrugImportParts: DrugImportPartsTable
  DrugImportFaults: DrugImportFaultsTable
}
