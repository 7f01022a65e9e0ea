// Goods that come in between two kills: a shop that is sold out places no order, and its points are never come to again.
import { receive } from '@pharmacy-relay/relay-server/store-api/seed/shop/products.queries.ts'
import { connect, inTransaction } from '@pharmacy-relay/relay-server/store-api/seed/shop/seed-shop.queries.ts'

/** What is below is filled up by as much as some orders take: now and then one is refused for stock. */
const FEW = 50
const PIECES = 150

export async function goodsComeIn(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await inTransaction(client, async () => {
      const { rows } = await client.query<{ productId: number }>(
        `select "productId" from "Stock" where "onHand" - "reserved" < $1 order by "productId"`,
        [FEW],
      )
      await receive(
        client,
        rows.map(({ productId }) => ({ productId, quantity: PIECES })),
      )
    })
  } finally {
    await client.end()
  }
}
