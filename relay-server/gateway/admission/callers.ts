// On whose account a request through the gateway counts: classes apart, services by their proof.
import type { AddressKeys } from '../../http/address-keys.ts'
import type { Account } from '../../http/admission/rate-limit.ts'
import type { RatePolicy } from '../settings.ts'
import type { ProvenService } from './service-tokens.ts'

/** `client`: whom a proven service calls for; null when it calls for itself. `peer`: who is connected. */
export interface Caller {
  readonly proven: ProvenService | null
  readonly client: AddressKeys | null
  readonly peer: AddressKeys
}

export function accountOf({ proven, client, peer }: Caller, policy: RatePolicy): Account {
  if (proven === null) return accountOfClient('api', peer, policy)
  if (client !== null) return accountOfClient(classOf(proven.service), client, policy)
  return { rateClass: 'service', key: proven.service, permit: policy.servicePermit, wide: null }
}

function accountOfClient(rateClass: string, { key, wideKey }: AddressKeys, policy: RatePolicy): Account {
  const wide = wideKey === null ? null : { key: wideKey, permit: policy.widePermit }
  return { rateClass, key, permit: policy.permit, wide }
}

/** Which class the calls of a proven service fall into when it names the client it calls for. */
function classOf(service: string): 'panel' | 'storefront' | 'api' {
  if (service === 'portal') return 'panel'
  return service === 'storefront' ? 'storefront' : 'api'
}
