// How the columns of job-columns.ts stand in statements, and values in them.

/** The name of a column in the file. */
export function inFile(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function readAs(name: string): string {
  return `${inFile(name)} AS ${name}`
}

export function bound(name: string): string {
  return `@${name}`
}

/** What the statement with these columns binds; null for what is not there. */
export function boundValues(
  from: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of names) values[name] = inColumn(from[name])
  return values
}

function inColumn(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return Array.isArray(value) ? JSON.stringify(value) : (value ?? null)
}
