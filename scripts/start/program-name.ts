// Which running or stopped program a person means by a name.

export type NamedProgram = { readonly name: string } | { readonly candidates: readonly string[] }

/** In any case of letters; `candidates` are those to choose from when none or several fit: the likely ones, else all. */
export function findProgram(names: readonly string[], wanted: string): NamedProgram {
  const lower = wanted.toLowerCase()
  const same = names.filter((name) => name.toLowerCase() === lower)
  const [found = wanted] = same.length === 1 ? same : names.filter((name) => name === wanted)
  if (names.includes(found)) return { name: found }
  const alike = names.filter((name) => lower !== '' && name.toLowerCase().includes(lower))
  return { candidates: alike.length > 0 ? alike : names }
}
