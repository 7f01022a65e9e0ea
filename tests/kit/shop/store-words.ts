// What a store API in a process of its own and its starter say to each other, over Node's IPC.
import { z } from 'zod'

export const Accounts = z.array(z.strictObject({ accountGuid: z.string(), pharmacyId: z.int() }))
export type Accounts = z.infer<typeof Accounts>

/** That it listens; then tokens, in the order of the accounts. */
export const StoreNews = z.union([
  z.strictObject({ port: z.int() }),
  z.strictObject({ tokens: z.array(z.string()) }),
])
export type StoreNews = z.infer<typeof StoreNews>
