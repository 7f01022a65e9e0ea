// What the pharmacy API's endpoints for imports of drug lists speak of: files, progress, counts, findings.
import { z } from 'zod'
import { Id, Instant } from '../../ids.ts'
import { growing } from '../../wire.ts'

/** Largest file of a list, in bytes. */
export const MAX_LIST_FILE_BYTES = 67_108_864
/** So many faults, and as many remarks, are kept; all are counted. */
export const MAX_FINDINGS = 1_000

/** Whose list it is; `bdpm` has the form of the French BDPM, every other that of `drugs.csv` and `packs.csv`. */
export const ListSource = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/, 'must look like bdpm or titck')

/** Of files that are no UTF-8, which is tried first. 1252 and 1254 cannot be told apart by their bytes: ğ would be ð. */
export const ListEncoding = growing(z.enum(['utf-8', 'windows-1252', 'windows-1254']), 'utf-8')
export type ListEncoding = z.infer<typeof ListEncoding>

/** Every file name that a list may have. */
export const LIST_FILES = {
  bdpm: ['CIS_bdpm.txt', 'CIS_CIP_bdpm.txt', 'CIS_COMPO_bdpm.txt', 'CIS_GENER_bdpm.txt'],
  tables: ['drugs.csv', 'packs.csv'],
} as const
export const ListFileName = z.enum([...LIST_FILES.bdpm, ...LIST_FILES.tables])
export type ListFileName = z.infer<typeof ListFileName>

/** A file as its sender has it: what arrives must be the same bytes. */
const AnnouncedFile = z.strictObject({
  name: ListFileName,
  bytes: z.int().min(1).max(MAX_LIST_FILE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'),
})

export const DrugImportStart = z
  .strictObject({
    source: ListSource,
    encoding: ListEncoding,
    files: z.array(AnnouncedFile).min(1).max(4),
  })
  .meta({ id: 'DrugImportStart' })
export type DrugImportStart = z.infer<typeof DrugImportStart>

/**
 * open → checking → checked → applying → applied; refused: the list has faults; failed: it could not be carried out and
 * changed nothing; replaced: a later one of the same list began before it was applied.
 */
export const ImportState = growing(
  z.enum(['open', 'checking', 'checked', 'refused', 'applying', 'applied', 'failed', 'replaced', 'other']),
  'other',
).meta({ id: 'ImportState' })
export type ImportState = z.infer<typeof ImportState>

/** Faults refuse the whole list. */
export const FAULT_RULES = [
  'missing_file',
  'no_rows',
  'too_many_rows',
  'bytes',
  'cut_off',
  'columns',
  'header',
  'too_long',
  'empty_code',
  'empty_name',
  'bad_code',
  'check_digit',
  'doubled_key',
  'too_many_orphans',
] as const

/** Remarks tell what was skipped, repaired or is odd. */
export const REMARK_RULES = [
  'orphan',
  'blank_removed',
  'markup_removed',
  'price_repaired',
  'rate_spelled',
  'no_price',
  'name_twice',
  'name_at_limit',
  'name_quoted',
  'no_pack',
  'no_substance',
  'no_strength',
] as const

export const ImportRule = growing(z.enum([...FAULT_RULES, ...REMARK_RULES, 'other']), 'other').meta({
  id: 'ImportRule',
})
export type ImportRule = z.infer<typeof ImportRule>

/** Why an import failed: its process ended, the database was away, more was withdrawn than was confirmed, or our mistake. */
export const ImportFailure = growing(
  z.enum(['interrupted', 'unavailable', 'not_confirmed', 'internal']),
  'internal',
)
export type ImportFailure = z.infer<typeof ImportFailure>

const count = z.int().min(0)

/** What the list changes, or would change. */
export const ImportCounts = z
  .strictObject({
    drugs: count,
    drugsNew: count,
    drugsChanged: count,
    drugsWithdrawn: count,
    packs: count,
    packsNew: count,
    packsChanged: count,
    packsWithdrawn: count,
    /** More than 5 % of what there is would go: `apply` wants to hear that this is meant. */
    mustConfirm: z.boolean(),
  })
  .meta({ id: 'ImportCounts' })
export type ImportCounts = z.infer<typeof ImportCounts>

/** How often a rule found something in a file. */
export const RuleCount = z.strictObject({ file: ListFileName, rule: ImportRule, isFault: z.boolean(), count })
export type RuleCount = z.infer<typeof RuleCount>

export const DrugImport = z
  .strictObject({
    id: Id,
    source: z.string().max(32),
    encoding: ListEncoding,
    state: ImportState,
    files: z
      .array(
        z.strictObject({
          name: ListFileName,
          bytes: count,
          sha256: z.string().length(64),
          isReceived: z.boolean(),
        }),
      )
      .max(4),
    /** Of the step under way, or of the last one. */
    rowsRead: count,
    percent: z.int().min(0).max(100),
    counts: ImportCounts.nullable(),
    faults: count,
    remarks: count,
    rules: z.array(RuleCount).max(200),
    /** With `failed`, and only with it. */
    failure: ImportFailure.nullable(),
    startedBy: z.string().max(120),
    startedAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'DrugImport' })
export type DrugImport = z.infer<typeof DrugImport>

export const DrugImportApply = z
  .strictObject({ confirmWithdrawn: z.boolean() })
  .meta({ id: 'DrugImportApply' })

/** One finding. `line` counts from 1; null where it is about the whole file. */
export const ImportFinding = z
  .strictObject({
    file: ListFileName,
    line: z.int().min(1).nullable(),
    rule: ImportRule,
    isFault: z.boolean(),
    /** The text that it is about, shortened. */
    what: z.string().max(120),
  })
  .meta({ id: 'ImportFinding' })
export type ImportFinding = z.infer<typeof ImportFinding>
