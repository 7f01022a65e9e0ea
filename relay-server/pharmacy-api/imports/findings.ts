// What was found in the files of a list: all of it counted by file and rule, the first of each kept with line and text.
import {
  MAX_FINDINGS,
  type FAULT_RULES,
  type ImportFinding,
  type ListFileName,
  type REMARK_RULES,
  type RuleCount,
} from '@pharmacy-relay/shared/api/pharmacy/imports.ts'

export type FaultRule = (typeof FAULT_RULES)[number]
export type RemarkRule = (typeof REMARK_RULES)[number]

/** Where it was found; `line` null: in the file as a whole. */
export interface Place {
  readonly file: ListFileName
  readonly line: number | null
}

export interface Findings {
  fault(place: Place, rule: FaultRule, what: string): void
  remark(place: Place, rule: RemarkRule, what: string): void
  /** How often a remark was made of a file. */
  countOf(file: ListFileName, rule: RemarkRule): number
  result(): FoundInList
}

export interface FoundInList {
  readonly faults: number
  readonly remarks: number
  readonly rules: readonly RuleCount[]
  /** Faults first. */
  readonly kept: readonly ImportFinding[]
}

const MAX_WHAT = 120
/** So that a remark of every row does not hide the others. */
const MAX_REMARKS_OF_RULE = 100

export function createFindings(): Findings {
  const counts = new Map<string, RuleCount>()
  const faults: ImportFinding[] = []
  const remarks: ImportFinding[] = []
  const add = (finding: ImportFinding): void => {
    const { file, rule, isFault } = finding
    const key = `${file} ${rule}`
    const count = (counts.get(key)?.count ?? 0) + 1
    counts.set(key, { file, rule, isFault, count })
    const [list, limit] = isFault ? [faults, MAX_FINDINGS] : [remarks, MAX_REMARKS_OF_RULE]
    if (list.length < MAX_FINDINGS && count <= limit)
      list.push({ ...finding, what: finding.what.slice(0, MAX_WHAT) })
  }
  const total = (isFault: boolean): number =>
    [...counts.values()].reduce((sum, rule) => sum + (rule.isFault === isFault ? rule.count : 0), 0)
  return {
    fault: (place, rule, what) => add({ ...place, rule, what, isFault: true }),
    remark: (place, rule, what) => add({ ...place, rule, what, isFault: false }),
    countOf: (file, rule) => counts.get(`${file} ${rule}`)?.count ?? 0,
    result: () => ({
      faults: total(true),
      remarks: total(false),
      rules: [...counts.values()],
      kept: [...faults, ...remarks],
    }),
  }
}
