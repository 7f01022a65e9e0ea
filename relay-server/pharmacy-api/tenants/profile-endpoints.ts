// The endpoints of a pharmacy's profile.
import { isSupportedCountry } from 'libphonenumber-js/max'
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { PharmacyDb } from '../database.ts'
import { readProfile, writeProfile } from './profiles.queries.ts'
import { inTenant } from './tenant-transaction.queries.ts'
import { tenantOf } from './tenant.ts'

export function profileHandlers({ db }: { readonly db: PharmacyDb }) {
  return {
    getPharmacyProfile: async (request) => {
      const profile = await inTenant(db, tenantOf(request).pharmacyId, readProfile)
      if (profile === null) throw new ProblemError('not_found', 'The pharmacy has said nothing of itself yet')
      return profile
    },
    putPharmacyProfile: async (request) => {
      const { pharmacyId } = tenantOf(request)
      const { body, version } = request
      refuseUnknownCountry(body.country)
      const written = await inTenant(db, pharmacyId, (trx) =>
        writeProfile(trx, { pharmacyId, version }, body),
      )
      if (written === null) throw new ProblemError('version_stale', 'Somebody else changed the profile')
      return written
    },
  } satisfies Partial<EndpointHandlers<typeof pharmacyApi>>
}

function refuseUnknownCountry(country: string): void {
  if (isSupportedCountry(country)) return
  const errors = [{ path: 'body.country', message: 'is no country with phone numbers of its own' }]
  throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}
