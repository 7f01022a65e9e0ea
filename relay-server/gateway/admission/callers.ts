// On whose account a request through the gateway counts: classes apart, services by their proof.
import type { AddressKeys } from '../../http/address-keys.ts'
import type { Account } from '../../http/admission/rate-limit.ts'
import type { RatePolicy } from '../settings.ts'
import type { ProvenDevice, ProvenPerson, ProvenService } from './proven-tokens.ts'

/** `client`: whom a proven service calls for; null when it calls for itself. `peer`: who is connected. */
export interface Caller {
  readonly service: ProvenService | null
  /** The computer at which a Pharmacist is signed in who calls. */
  readonly device: ProvenDevice | null
  /** Who is signed in there, of those for whom portal and storefront call. */
  readonly person: ProvenPerson | null
  readonly client: AddressKeys | null
  readonly peer: AddressKeys
}

export function accountOf({ service, device, person, client, peer }: Caller, policy: RatePolicy): Account {
  // Five computers of one office that search while typing share its address, and would share its permit.
  if (device !== null) return { rateClass: 'api', key: device.deviceKey, permit: policy.permit, wide: null }
  if (service === null) return accountOfClient('api', peer, policy)
  // A page is several calls: what strangers, and colleagues at one address, look at would be refused to each other.
  if (person !== null)
    return { rateClass: 'person', key: person.account, permit: policy.personPermit, wide: null }
  if (client !== null) return accountOfClient(classOf(service.service), client, policy)
  return { rateClass: 'service', key: service.service, permit: policy.servicePermit, wide: null }
}

function accountOfClient(rateClass: string, { key, wideKey }: AddressKeys, policy: RatePolicy): Account {
  const wide = wideKey === null ? null : { key: wideKey, permit: policy.widePermit }
  return { rateClass, key, permit: policy.permit, wide }
}

/** Whether a service brings the tokens of people who are signed in with it. */
export function bringsPeople({ service }: ProvenService): boolean {
  return classOf(service) !== 'api'
}

/** Which class the calls of a proven service fall into when it names the client it calls for. */
function classOf(service: string): 'panel' | 'storefront' | 'api' {
  if (service === 'portal') return 'panel'
  return service === 'storefront' ? 'storefront' : 'api'
}
