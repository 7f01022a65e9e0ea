// Actions, fields and values of the staff log in the reader's words. Pure.
import {
  STAFF_ACTIONS,
  type StaffOperation,
  type StaffValues,
} from '@pharmacy-relay/shared/api/staff-history.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

/** What a later version wrote is shown as it wrote it. */
export function actionText(action: string, t: Texts): string {
  const known = STAFF_ACTIONS.find((one) => one === action)
  return known === undefined ? t.staffHistory.newer(action) : t.staffHistory.actions[known]
}

interface ChangedField {
  readonly name: string
  /** Null where nothing is said of it. */
  readonly before: string | null
  readonly after: string | null
}

export type FieldValues = Pick<StaffOperation, 'before' | 'after'>

/** In the order in which the row has them. */
export function changedFields({ before, after }: FieldValues, t: Texts): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    name: lookUp(t.staffHistory.fields, name) ?? name,
    before: before !== null && name in before ? valueText(name, before[name], t) : null,
    after: after !== null && name in after ? valueText(name, after[name], t) : null,
  }))
}

function valueText(name: string, value: StaffValues[string] | undefined, t: Texts): string {
  const { nothing, yes, no, seconds, values } = t.staffHistory
  if (value === undefined || value === null || value === '') return nothing
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return name === 'afterSeconds' ? seconds(value) : String(value)
  if (PRINTERS.has(name)) return printerText(value)
  const words = name === 'role' ? { ...t.deviceRoles, ...t.userRoles } : values
  return (WORDS.has(name) ? lookUp(words, value) : null) ?? value
}

/** Fields whose values are words of ours. A pharmacy may be called auto. */
const WORDS = new Set(['role', 'access', 'goesBack'])

/** Their values are names of printers, with their kind in front. */
const PRINTERS = new Set(['printerName', 'standbyPrinter'])

function lookUp(words: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null
}
