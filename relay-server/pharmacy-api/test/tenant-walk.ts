// Test support: the valid calls of what belongs to one pharmacy, for the walk of the table.
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { WalkSite } from '../../http/table-walk.ts'
import { PROFILE } from './tenants.ts'
import type { TestPharmacyApi } from './test-pharmacy.ts'

const none = { params: null, query: null, body: null }

/** Of pharmacy 1, whose the tokens of the walk are. `site` is asked when a call is made. */
export function tenantCalls(site: () => TestPharmacyApi) {
  const profileVersion = async (): Promise<number> => {
    const profile = site().call(pharmacyApi.getPharmacyProfile, {}, 'Pharmacist')
    return profile.then(({ version }) => version).catch(() => 0)
  }
  return {
    getPharmacyProfile: () => none,
    putPharmacyProfile: async () => ({ ...none, body: PROFILE, version: await profileVersion() }),
  } satisfies Partial<WalkSite<typeof pharmacyApi>['calls']>
}
