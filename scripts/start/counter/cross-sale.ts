// One rule for what is suggested in the demo: who buys its made-up antibiotic is suggested its made-up probiotic.
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { NewCrossSale } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { SignedInApi } from '../demo-admin.ts'

/** Kartazol and Hyvora by their ATC codes in the demo's list: of real classes, with numbers that no medicine has. */
const RULE: NewCrossSale = {
  ifGroup: 'J01AA99',
  thenGroup: 'A07FA98',
  reason: 'probiotic_with_antibiotic',
  flags: [],
  minAge: null,
  validUntil: null,
}

/** Made and approved where there never was a rule; what there is, in words. What goes wrong keeps nothing else from starting. */
export async function demoRule(pharmacy: SignedInApi): Promise<string> {
  try {
    const query = { page: '1', pageSize: '1' }
    const { total } = await pharmacy.call(pharmacyApi.listCrossSales, { params: null, query, body: null })
    if (total > 0) return 'suggestions   as they were'
    const made = await pharmacy.call(pharmacyApi.makeCrossSale, { params: null, query: null, body: RULE })
    const params = { crossSaleId: String(made.id) }
    const body = { pharmacist: 'Petra Pharmacist' }
    await pharmacy.call(pharmacyApi.approveCrossSale, { params, query: null, body }, made.version)
    return '1 suggestion  made for the demo'
  } catch (error) {
    return `There is no suggestion: ${error instanceof Error ? error.message : String(error)}`
  }
}
