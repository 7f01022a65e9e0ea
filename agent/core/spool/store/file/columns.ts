// How the columns of job-columns.ts stand in statements.

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
