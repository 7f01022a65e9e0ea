// The storefront's own encrypted cookies. Cookies know no ports: their names are none of the portal's, which may stand on the same host.
import { z } from 'zod'
import { LinkToken } from '@pharmacy-relay/shared/api/identity-links.ts'
import { PendingToken } from '@pharmacy-relay/shared/api/identity-user.ts'
import { Phone } from '@pharmacy-relay/shared/ids.ts'
import { createSealedCookie, type SealedCookie } from '../../session/sealed-cookie.ts'

export const SHOP_SESSION = '__Host-shop'
export const SHOP_FORMS = '__Host-shop-form'

const ReturnTo = z.string().max(1_000).nullable()

/** Whose basket it is while nobody is signed in: 32 random bytes. The store API keeps its hash. */
const Basket = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

/** A registration that is under way; `isProved`: its code was right, and the ticket is used up. */
const Registration = z.strictObject({ phone: Phone, isProved: z.boolean(), returnTo: ReturnTo })
export type Registration = z.infer<typeof Registration>

/** The password was right, and a code is asked for. */
const Waiting = z.strictObject({ token: PendingToken, returnTo: ReturnTo })

/** A link that was followed: out of the address at once, where it would be remembered and told to others. */
const Link = z.strictObject({ token: LinkToken })

const DAY_S = 86_400
const CODE_S = 600
const WAITING_S = 300
const LINK_S = 1_800

export interface ShopCookies {
  readonly basket: SealedCookie<z.infer<typeof Basket>>
  readonly registration: SealedCookie<Registration>
  readonly waiting: SealedCookie<z.infer<typeof Waiting>>
  readonly link: SealedCookie<z.infer<typeof Link>>
}

/** `secrets`: the current one first, which encrypts; all of them decrypt. */
export function createShopCookies(secrets: readonly string[]): ShopCookies {
  const sealed = <S extends z.ZodType>(name: string, schema: S, maxAgeS: number) =>
    createSealedCookie({ name: `__Host-shop-${name}`, purpose: `shop ${name}`, schema, secrets, maxAgeS })
  return {
    basket: sealed('basket', Basket, 30 * DAY_S),
    registration: sealed('registration', Registration, CODE_S),
    waiting: sealed('waiting', Waiting, WAITING_S),
    link: sealed('link', Link, LINK_S),
  }
}
