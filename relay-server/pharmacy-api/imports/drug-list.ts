// A list of drugs as it is once its files were read, whatever their form.
import type { CodeKind } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import type { Supply } from '../schema.ts'

export interface ListDrug {
  readonly code: string
  readonly name: string
  readonly substances: readonly string[]
  readonly form: string
  readonly atc: string | null
  readonly holder: string
  readonly isActive: boolean
  /** Null where the list does not say: then it is no drug that may be suggested. */
  readonly supply: Supply | null
}

export interface ListPack {
  readonly drugCode: string
  readonly gtin: string | null
  readonly code: string
  readonly codeKind: CodeKind
  readonly label: string
}

export interface DrugList {
  readonly drugs: readonly ListDrug[]
  readonly packs: readonly ListPack[]
}

/** Longest name of a drug; a list that cuts at 255 says so by a remark. */
export const MAX_NAME = 500
/** Longest label of a pack. */
export const MAX_LABEL = 1_000
/** Longest code of a drug in its list. */
export const MAX_CODE = 32
