// The addresses of one rule or pair, and those that its forms post to.
import { PATHS } from '../../views/paths.ts'

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
