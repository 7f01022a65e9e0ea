// The addresses of one import of a drug list, and of one rule or pair of cross-sale.
import { PATHS } from './paths.ts'

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

/** The page of a rule or pair; POST saves what it says, field `version`. */
export function crossSalePath(crossSaleId: number): string {
  return `${PATHS.crossSales}/${String(crossSaleId)}`
}

/** POST records an approval, fields `pharmacist`, `version`. */
export function approveCrossSalePath(crossSaleId: number): string {
  return `${crossSalePath(crossSaleId)}/approval`
}

/** POST ends it, field `version`. */
export function endCrossSalePath(crossSaleId: number): string {
  return `${crossSalePath(crossSaleId)}/end`
}
