// The addresses of one import, and those that its forms post to.
import { PATHS } from '../../views/paths.ts'

/** How far an import is, what it found and changes. */
export function importPath(importId: number): string {
  return `${PATHS.medicines}/imports/${String(importId)}`
}

/** POST has it checked. */
export function checkImportPath(importId: number): string {
  return `${importPath(importId)}/check`
}

/** POST carries it out, field `confirmWithdrawn`. */
export function applyImportPath(importId: number): string {
  return `${importPath(importId)}/apply`
}
