// Finds phones that stand nowhere in clear: a keyed hash of the E.164 number, with a key of its own for each pharmacy.
//
// Equal phones of one pharmacy have equal hashes; one person in two pharmacies has two that say nothing of each other.
// Who has the key tries all phones of a country in hours, so it is in no dump.
import { createHmac } from 'node:crypto'
import { derivedKey } from '../../auth/sealed-bytes.ts'
import { newestOf, type Key, type Keys } from './key-ring.ts'

const HASH_BYTES = 16
const PURPOSE = 'pharmacy-api phones 1'

export interface PhoneHash {
  readonly phoneHash: Buffer
  readonly indexKeyId: string
}

export interface PhoneIndex {
  /** As a row is stored. `phone` is E.164. */
  hash(pharmacyId: number, phone: string): PhoneHash
  /** By every key, newest first: rows of older keys are found as long as there are any. */
  hashes(pharmacyId: number, phone: string): readonly PhoneHash[]
}

export function createPhoneIndex({ keys }: { readonly keys: Keys }): PhoneIndex {
  const newest = newestOf(keys)
  return {
    hash: (pharmacyId, phone) => hashBy(newest, pharmacyId, phone),
    hashes: (pharmacyId, phone) => keys.map((key) => hashBy(key, pharmacyId, phone)),
  }
}

function hashBy({ id, key }: Key, pharmacyId: number, phone: string): PhoneHash {
  const ofPharmacy = derivedKey(key, '', `${PURPOSE}/${pharmacyId}`)
  const phoneHash = createHmac('sha256', ofPharmacy).update(phone).digest().subarray(0, HASH_BYTES)
  return { phoneHash, indexKeyId: id }
}
