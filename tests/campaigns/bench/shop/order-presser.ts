// Places orders over connections that stay open, with Node's own HTTP client: what is timed is the API, and a caller of fetch and schemas
// takes 1.2 ms of processor time beside it. The aims were measured with such a client as well.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { OrderPlacement } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'

export interface OrderToPlace {
  readonly token: string
  readonly body: OrderPlacement
}

interface OrderPresser {
  /** Places the order when it is called; rejects where the API refuses it. */
  pressOf(order: OrderToPlace): () => Promise<void>
  close(): void
}

const CONNECTIONS = 64
const CREATED = 201
const BUSY = 503

export function orderPresser(baseUrl: string): OrderPresser {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  return {
    pressOf: ({ token, body }) => {
      const sent = JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
        'idempotency-key': randomUUID(),
      }
      const options = { agent, headers, method: storeApi.placeOrder.method }
      return async () => {
        // Busy: pressed again with the same key, as a page does; all of it counts.
        while ((await statusOf(baseUrl + storeApi.placeOrder.path, options, sent)) === BUSY);
      }
    },
    close: () => agent.destroy(),
  }
}

async function statusOf(url: string, options: Parameters<typeof request>[1], sent: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const asked = request(url, options, (response) => {
    const status = response.statusCode ?? 0
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('error', reject)
    response.on('end', () => {
      if (status === CREATED || status === BUSY) resolve(status)
      else reject(new Error(`an order was answered with ${status}: ${Buffer.concat(parts).toString()}`))
    })
  })
  asked.on('error', reject)
  asked.end(sent)
  return promise
}
