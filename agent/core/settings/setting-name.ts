// Finds the setting that somebody means: exact but for case and separators, else the nearest name for the answer.
import { settingNames, type SettingName } from './settings-table.ts'

export type NamedSetting = { readonly name: SettingName } | { readonly nearest: SettingName }

/** `hub-url`, `huburl` and `Agent__HubUrl` all mean HubUrl. */
export function findSetting(text: string): NamedSetting {
  const wanted = plain(text)
  const exact = settingNames.find((name) => plain(name) === wanted)
  if (exact !== undefined) return { name: exact }
  const [first, ...others] = settingNames
  const nearest = others.reduce(
    (best, name) => (distance(wanted, plain(name)) < distance(wanted, plain(best)) ? name : best),
    first,
  )
  return { nearest }
}

function plain(text: string): string {
  const letters = text.slice(0, 64).toLowerCase().replaceAll(/[_-]/g, '')
  return letters.startsWith('agent') ? letters.slice('agent'.length) : letters
}

/** Levenshtein distance: how many letters must be added, removed or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letterA] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, letterB] of b.split('').entries()) {
      const change = (row[j] ?? 0) + (letterA === letterB ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
