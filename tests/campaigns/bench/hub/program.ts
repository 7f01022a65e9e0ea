// What the benchmark and the servers that it starts as programs of their own say to each other, over Node's IPC.
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

const device = z.int().min(0)

/** To the server. `collect`: free what can be freed. */
export const Order = z.discriminatedUnion('order', [
  z.strictObject({ order: z.literal('push'), device }),
  z.strictObject({ order: z.literal('revoke'), device }),
  z.strictObject({ order: z.literal('collect') }),
])
export type Order = z.infer<typeof Order>

/** From the server. `closed`: the device's socket is closed, and the registry was told. */
export const News = z.discriminatedUnion('news', [
  z.strictObject({ news: z.literal('listening'), port: z.int().min(1).max(65_535) }),
  z.strictObject({ news: z.literal('collected') }),
  z.strictObject({ news: z.literal('closed'), device }),
])
export type News = z.infer<typeof News>

const COLLECTIONS = 4
const BETWEEN_MS = 100

export function tell(news: News): void {
  process.send?.(news)
}

/** Ends this process with the one that gives the orders. */
export function obey(orders: {
  readonly push: (device: number) => void
  readonly revoke: (device: number) => void
}): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', (message: unknown) => {
    const order = Order.parse(message)
    if (order.order === 'push') orders.push(order.device)
    else if (order.order === 'revoke') orders.revoke(order.device)
    else void collect()
  })
}

/**
 * Started with --expose-gc, else nothing is freed. A last resort also gives back the room of young objects, up to 100 MB
 * that V8 keeps after a busy minute however few clients there are.
 */
async function collect(): Promise<void> {
  for (let i = 0; i < COLLECTIONS; i += 1) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await delay(BETWEEN_MS)
  }
  tell({ news: 'collected' })
}
