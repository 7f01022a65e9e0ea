// What the check and its program in the machine's network say to each other, over Node's IPC.
import { z } from 'zod'

/** `begin`: what happens from now on is told by the next `told`. `account`: labels end, come to rest, and are accounted for. */
export const Order = z.enum(['begin', 'tell', 'account'])
export type Order = z.infer<typeof Order>

const count = z.int().min(0)

/** What was seen from `begin` on. */
export const Told = z.strictObject({
  kind: z.literal('told'),
  /** Connected when it began, and how many of them were not connected again within 180 s. */
  devices: count,
  missing: count,
  /** Shown so at any time, by the rows that each change of what is shown leaves. */
  offline: count,
  reconnecting: count,
  /** Of those that were shown as reconnecting. */
  awayMs: z.strictObject({ p50: count, longest: count }),
  /** The panel's list, asked each second: without an answer, and the most computers that it called not connected. */
  list: z.strictObject({ looks: count, unanswered: count, mostOffline: count }),
  /** The panel's page, asked each second: without an answer, for how long at most, with an error, and to sign in anew. */
  page: z.strictObject({ looks: count, unanswered: count, awayS: count, failed: count, turnedAway: count }),
  /** List and page were answered again in the end, within 60 s. */
  isAnswered: z.boolean(),
  /** Labels that were taken meanwhile. */
  labels: count,
})
export type Told = z.infer<typeof Told>

export const Account = z.strictObject({
  kind: z.literal('account'),
  accepted: count,
  printed: count,
  unknown: count,
  overHub: count,
  overLan: count,
  isSettled: z.boolean(),
  /** Lost, doubled, contradicted, each with all that is known of it. */
  findings: z.array(z.string().max(2_000)).max(100_000),
})
export type Account = z.infer<typeof Account>

export const News = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready'), devices: count, agents: count }),
  z.strictObject({ kind: z.literal('begun') }),
  Told,
  Account,
])
export type News = z.infer<typeof News>
