// Rules that hold for lists of any form: keys once, codes that are none, texts that are too long, rows of drugs that are not there.
import type { ListFileName } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { FaultRule, Findings, Place } from './findings.ts'

/** Of the rows of a file; more of them mean that the files do not belong together. */
const MAX_ORPHANS = 0.05

/** True the first time for a key; a fault each further time. */
export function createKeyCheck(findings: Findings): (place: Place, key: string) => boolean {
  const seen = new Set<string>()
  return (place, key) => {
    if (!seen.has(key)) return seen.add(key) !== undefined
    findings.fault(place, 'doubled_key', key)
    return false
  }
}

/** A text that must be there and fit; the fault's rule says what is missing. */
export function isGood(
  { text, max, empty }: { readonly text: string; readonly max: number; readonly empty: FaultRule },
  place: Place,
  findings: Findings,
): boolean {
  if (text !== '' && text.length <= max) return true
  findings.fault(place, text === '' ? empty : 'too_long', text)
  return false
}

/** A fault for a file without rows, and for one with more than 5 % orphans. */
export function checkFile(
  { file, rows }: { readonly file: ListFileName; readonly rows: number },
  findings: Findings,
): void {
  const orphans = findings.countOf(file, 'orphan')
  const place = { file, line: null }
  if (rows === 0) findings.fault(place, 'no_rows', '')
  if (orphans > rows * MAX_ORPHANS) findings.fault(place, 'too_many_orphans', `${orphans} / ${rows}`)
}
