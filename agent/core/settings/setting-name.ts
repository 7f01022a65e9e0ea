// Finds the setting that somebody means: exact but for case and separators, else the name that is near enough to suggest.
import { settingNames, type SettingName } from './settings-table.ts'

/** `nearest` is null when no name is near enough to be what was meant. */
export type NamedSetting = { readonly name: SettingName } | { readonly nearest: SettingName | null }

/** `hub-url`, `huburl` and `Agent__HubUrl` all mean HubUrl; `HubUlr` is near to it, `Colour` is near to nothing. */
export function findSetting(text: string): NamedSetting {
  const wanted = plain(text)
  const exact = settingNames.find((name) => plain(name) === wanted)
  if (exact !== undefined) return { name: exact }
  const [first, ...others] = settingNames
  const nearest = others.reduce(
    (best, name) => (distance(wanted, plain(name)) < distance(wanted, plain(best)) ? name : best),
    first,
  )
  return { nearest: isNear(wanted, plain(nearest)) ? nearest : null }
}

/** One letter in three may be wrong, two in a short name; or both begin alike, as SupportNumber and SupportAppNumber do. */
function isNear(wanted: string, name: string): boolean {
  const allowed = Math.max(2, Math.floor(Math.min(wanted.length, name.length) / 3))
  return wanted.length > allowed && (distance(wanted, name) <= allowed || beginAlike(wanted, name))
}

function beginAlike(wanted: string, name: string): boolean {
  const differsAt = name.split('').findIndex((letter, index) => letter !== wanted[index])
  const shared = differsAt === -1 ? name.length : differsAt
  return shared >= 5 && shared * 2 > name.length
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
