// The endpoints of drugs: search, one drug, the pack of a scan.
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { PharmacyDb } from '../database.ts'
import { searchDrugs } from './drug-search.queries.ts'
import { readDrug } from './drugs.queries.ts'
import { findPack } from './find-pack.ts'

export function drugHandlers(parts: { readonly db: PharmacyDb; readonly clock: Clock }) {
  const { db } = parts
  return {
    searchDrugs: ({ query }) => searchDrugs(db, query),
    getDrug: async ({ params: { drugId } }) => {
      const drug = await readDrug(db, drugId)
      if (drug === null) throw new ProblemError('not_found', 'There is no such drug')
      return drug
    },
    findPack: ({ body }) => findPack(parts, body.scan),
  } satisfies Partial<EndpointHandlers<typeof pharmacyApi>>
}
