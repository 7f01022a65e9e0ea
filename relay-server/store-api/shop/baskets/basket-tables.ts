// The tables of addresses, coupons and baskets as Kysely types.
import type { Generated, GeneratedAlways } from 'kysely'

interface AddressesTable {
  readonly id: GeneratedAlways<number>
  customerId: number
  name: string
  line1: string
  line2: Generated<string>
  postcode: string
  city: string
  country: string
  version: Generated<number>
  createdAt: Generated<Date>
}

interface CouponsTable {
  readonly id: GeneratedAlways<number>
  code: string
  readonly codeFold: GeneratedAlways<string>
  percentBp: number | null
  amountMinor: number | null
  used: Generated<number>
  max: number
  maxEach: number
  from: Date
  until: Date
  version: Generated<number>
}

interface CartsTable {
  id: Generated<string>
  tokenHash: Buffer | null
  accountGuid: string | null
  state: Generated<'open' | 'ordered' | 'merged'>
  couponId: number | null
  mergedInto: string | null
  version: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface CartLinesTable {
  cartId: string
  productId: number
  quantity: number
  seq: number
  seenPriceMinor: number
  addedAt: Generated<Date>
}

export interface BasketSchema {
  Addresses: AddressesTable
  Coupons: CouponsTable
  CouponUses: { couponId: number; customerId: number; uses: number }
  Carts: CartsTable
  CartLines: CartLinesTable
}
