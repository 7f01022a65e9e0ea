// A buyer who fills a basket, orders it, presses twice and again, cancels some, pays the others, and remembers what he was told.
import { randomUUID } from 'node:crypto'
import type { Order, OrderPlacement } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem-error.ts'
import type { Dice } from '../../kit/dice.ts'
import type { StoreProcess } from '../../kit/shop/store-process.ts'
import { createPayer } from './payer.ts'

interface Pressed {
  readonly key: string
  readonly body: OrderPlacement
}

export interface Buyer {
  /** Until the store is gone, or `isOver`. */
  trade(store: StoreProcess, isOver: () => boolean): Promise<void>
  /** Presses what is unanswered until it is answered. */
  settle(store: StoreProcess): Promise<void>
  /** Of the orders that he was told. */
  readonly numbers: ReadonlySet<string>
  /** Orders pressed, refusals among the answers, answers that never came at first. */
  readonly counts: { pressed: number; refused: number; lost: number }
  readonly faults: readonly string[]
}

export function createBuyer(parts: {
  /** Which of the store's tokens is his. */
  readonly place: number
  readonly addressId: number
  readonly productIds: readonly number[]
  readonly dice: Dice
}): Buyer {
  const { place, addressId, productIds, dice } = parts
  const payer = createPayer(dice)
  const numbers = new Set<string>()
  const counts = { pressed: 0, refused: 0, lost: 0 }
  const faults: string[] = []
  let open: Pressed | null = null
  const none = { params: null, query: null, body: null } as const

  const filled = async ({ api, tokens }: StoreProcess): Promise<Pressed> => {
    const as = { token: tokens[place] ?? '' }
    for (let line = dice.between(1, 3); line > 0; line -= 1) {
      const params = { productId: String(productIds[dice.int(productIds.length)] ?? 0) }
      const body = { quantity: dice.between(1, 4) * 10, seq: Date.now() }
      await api.call(storeApi.putCartLine, { ...none, params, body }, as)
    }
    const cart = await api.call(storeApi.getCart, none, as)
    const body = {
      cartId: cart.id ?? '',
      cartVersion: cart.version,
      totalSeenMinor: cart.totals.totalMinor,
      addressId,
    }
    return { key: randomUUID(), body }
  }

  /** Null: refused for good. */
  const press = async ({ api, tokens }: StoreProcess, { key, body }: Pressed): Promise<Order | null> => {
    const as = { token: tokens[place] ?? '', idempotencyKey: key }
    try {
      return await api.call(storeApi.placeOrder, { ...none, body }, as)
    } catch (error) {
      if (error instanceof ProblemError && PROBLEM_CODES[error.code].retry !== 'retry') return null
      throw error
    }
  }

  const answered = async (store: StoreProcess): Promise<Order | null> => {
    const pressed = (open ??= await filled(store))
    counts.pressed += 1
    const presses = dice.isOneIn(2) ? [press(store, pressed), press(store, pressed)] : [press(store, pressed)]
    const answers = await Promise.allSettled(presses)
    const told = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value?.number ?? null] : []))
    if (new Set(told).size > 1) faults.push(`key ${pressed.key} had two answers: ${told.join(' and ')}`)
    const [first] = answers.filter((one) => one.status === 'fulfilled')
    if (first === undefined) throw new ProblemError('upstream_unavailable', 'No press was answered')
    open = null
    if (first.value === null) counts.refused += 1
    else numbers.add(first.value.number)
    return first.value
  }

  const cancel = async ({ api, tokens }: StoreProcess, { number }: Order): Promise<void> => {
    await api.call(storeApi.cancelOwnOrder, { ...none, params: { number } }, { token: tokens[place] ?? '' })
  }

  const emptied = async ({ api, tokens }: StoreProcess): Promise<void> => {
    const as = { token: tokens[place] ?? '' }
    const { lines } = await api.call(storeApi.getCart, none, as)
    for (const { productId } of lines) {
      const params = { productId: String(productId) }
      await api.call(storeApi.putCartLine, { ...none, params, body: { quantity: 0, seq: Date.now() } }, as)
    }
  }

  const step = async (store: StoreProcess): Promise<void> => {
    const order = await answered(store)
    // What is sold out would be refused for ever.
    if (order === null) await emptied(store)
    else if (dice.isOneIn(3)) await cancel(store, order)
    else await payer.pay(store, store.tokens[place] ?? '', order.number)
  }

  return {
    numbers,
    counts,
    faults,
    trade: async (store, isOver) => {
      while (!isOver()) {
        try {
          await step(store)
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error
          counts.lost += 1
        }
      }
    },
    settle: async (store) => {
      while (open !== null)
        try {
          await answered(store)
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error
        }
    },
  }
}
