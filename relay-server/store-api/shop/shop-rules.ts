// What a shop is set to.
export interface ShopRules {
  /** Of all its prices; ISO 4217. */
  readonly currency: string
  /** How long an order that is not paid holds its pieces, in ms. */
  readonly holdMs: number
}
