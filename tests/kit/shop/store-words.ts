// What a store API in a process of its own and its starter say to each other, over Node's IPC.
import { z } from 'zod'

export const Accounts = z.array(z.strictObject({ accountGuid: z.string(), pharmacyId: z.int() }))
export type Accounts = z.infer<typeof Accounts>

/** The payment provider's stand-in, as the store finds it. */
export const ProviderPlace = z.strictObject({ url: z.url(), apiKey: z.string(), webhookSecret: z.string() })
export type ProviderPlace = z.infer<typeof ProviderPlace>

/** What it is started with. */
export const StoreStart = z.strictObject({
  url: z.string(),
  /** How long an order that is not paid holds its pieces, ms. */
  holdMs: z.int(),
  /** Where it ends by itself; null: nowhere. */
  killAt: z.strictObject({ point: z.string(), turn: z.int() }).nullable(),
  /** Null: nobody can pay. */
  provider: ProviderPlace.nullable(),
})
export type StoreStart = z.infer<typeof StoreStart>

/** That it listens; then tokens, in the order of the accounts, and an Admin's. */
export const StoreNews = z.union([
  z.strictObject({ port: z.int() }),
  z.strictObject({ tokens: z.array(z.string()), staff: z.string() }),
])
export type StoreNews = z.infer<typeof StoreNews>
