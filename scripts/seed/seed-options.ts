// The options of `npm run seed`, or what is wrong with them.
import { parseArgs } from 'node:util'
import { wholeNumberText } from '@pharmacy-relay/shared/env.ts'
import { MAX_PRODUCTS } from '@pharmacy-relay/relay-server/store-api/seed/shop/made-products.ts'
import { MAX_ORDERS } from '@pharmacy-relay/relay-server/store-api/seed/shop/seed-shop.ts'
import {
  MAX_COMPUTERS_PER_PHARMACY,
  MAX_PHARMACIES,
} from '@pharmacy-relay/relay-server/store-api/seed/seed-fleet.ts'

export interface SeedOptions {
  readonly pharmacies: number
  /** Per pharmacy. */
  readonly computers: number
  /** The shop in place of the fleet. */
  readonly shop: boolean
  readonly products: number
  readonly orders: number
  readonly wantsHelp: boolean
}

const FLAGS = {
  pharmacies: { type: 'string', default: '10000' },
  computers: { type: 'string', default: '10' },
  shop: { type: 'boolean', default: false },
  products: { type: 'string', default: '100000' },
  orders: { type: 'string', default: '1000000' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Throws an Error in words. */
export function seedOptions(args: readonly string[]): SeedOptions {
  const { values } = parseArgs({ args: [...args], options: FLAGS })
  return {
    pharmacies: count('--pharmacies', values.pharmacies, MAX_PHARMACIES),
    computers: count('--computers', values.computers, MAX_COMPUTERS_PER_PHARMACY),
    shop: values.shop,
    products: count('--products', values.products, MAX_PRODUCTS),
    orders: count('--orders', values.orders, MAX_ORDERS),
    wantsHelp: values.help,
  }
}

function count(option: string, text: string, max: number): number {
  const parsed = wholeNumberText(1, max).safeParse(text)
  if (parsed.success) return parsed.data
  throw new Error(`${option} must be a whole number from 1 to ${max}, not "${text.slice(0, 40)}"`)
}
