// Decides whether a caller may make one more request: classes apart, two tiers for IPv6.
import type { AddressKeys } from '../../http/address-keys.ts'
import type { RatePolicy } from '../settings.ts'
import { SlidingWindow } from './sliding-window.ts'

export type RateClass = 'service' | 'panel' | 'storefront' | 'api'

/** On whose account a request counts. */
export type Caller =
  | { readonly rateClass: 'panel' | 'storefront' | 'api'; readonly client: AddressKeys }
  | { readonly rateClass: 'service'; readonly service: string }

export interface RateVerdict {
  readonly allowed: boolean
  readonly rateClass: RateClass
  readonly permit: number
  readonly windowMs: number
  /** Milliseconds until another try makes sense; 0 when allowed. */
  readonly waitMs: number
}

// About 250 bytes a key that is seen once: both tables together stay under 64 MB.
const MAX_KEYS = 100_000

/** Which class the calls of a proven service fall into when it names the client it calls for. */
export function rateClassOf(service: string): 'panel' | 'storefront' | 'api' {
  if (service === 'portal') return 'panel'
  return service === 'storefront' ? 'storefront' : 'api'
}

export class RateLimit {
  readonly #policy: RatePolicy
  readonly #narrow: SlidingWindow
  readonly #wide: SlidingWindow

  constructor(policy: RatePolicy) {
    this.#policy = policy
    this.#narrow = new SlidingWindow({ windowMs: policy.windowMs, maxKeys: MAX_KEYS })
    this.#wide = new SlidingWindow({ windowMs: policy.windowMs, maxKeys: MAX_KEYS })
  }

  /** Counts the request when it is allowed. `now` is monotonic, in milliseconds. */
  admit(caller: Caller, now: number): RateVerdict {
    const service = caller.rateClass === 'service'
    const permit = service ? this.#policy.servicePermit : this.#policy.permit
    const key = `${caller.rateClass} ${service ? caller.service : caller.client.key}`
    const wideKey =
      service || caller.client.wideKey === null ? null : `${caller.rateClass} ${caller.client.wideKey}`
    const narrowWaitMs = this.#narrow.waitMs(key, permit, now)
    if (narrowWaitMs > 0) return this.#verdict(caller, permit, narrowWaitMs)
    const wideWaitMs = wideKey === null ? 0 : this.#wide.waitMs(wideKey, this.#policy.widePermit, now)
    if (wideWaitMs > 0) return this.#verdict(caller, this.#policy.widePermit, wideWaitMs)
    this.#narrow.accept(key, permit, now)
    if (wideKey !== null) this.#wide.accept(wideKey, this.#policy.widePermit, now)
    return this.#verdict(caller, permit, 0)
  }

  #verdict(caller: Caller, permit: number, waitMs: number): RateVerdict {
    return {
      allowed: waitMs === 0,
      rateClass: caller.rateClass,
      permit,
      windowMs: this.#policy.windowMs,
      waitMs,
    }
  }
}
