// Whoever pays what a buyer ordered: at the provider's page and the bank, pressed twice, left, declined; then sometimes money goes back.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { RETURN_URL, atTheBank } from '@pharmacy-relay/relay-server/store-api/shop/test/paying.ts'
import type { Dice } from '../../kit/dice.ts'
import type { StoreProcess } from '../../kit/shop/store-process.ts'

const LOOKS = 25
const LOOK_MS = 200
const none = { params: null, query: null, body: null } as const

export interface Payer {
  /** Throws ProblemError where the store was not heard; another press of anything may follow. */
  pay(store: StoreProcess, token: string, number: string): Promise<void>
}

export function createPayer(dice: Dice): Payer {
  const begin = async ({ api }: StoreProcess, token: string, number: string) => {
    const call = { ...none, params: { number }, body: { returnUrl: RETURN_URL, language: 'en' as const } }
    return api.call(storeApi.startPayment, call, { token, idempotencyKey: randomUUID() })
  }
  const isCaptured = async ({ api }: StoreProcess, token: string, number: string): Promise<boolean> => {
    for (let look = 0; look < LOOKS; look += 1) {
      const { payments } = await api.call(
        storeApi.listOwnPayments,
        { ...none, params: { number } },
        { token },
      )
      if (payments.some(({ state }) => state === 'captured')) return true
      await delay(LOOK_MS)
    }
    return false
  }
  return {
    pay: async (store, token, number) => {
      const presses = await Promise.all([
        begin(store, token, number),
        ...(dice.isOneIn(3) ? [begin(store, token, number)] : []),
      ])
      const [first] = presses
      if (dice.isOneIn(6)) return await cancel(store, token, number)
      if (first === undefined || first.redirectUrl === null || dice.isOneIn(8)) return
      const isDeclined = dice.isOneIn(8)
      await atTheBank(first, isDeclined ? { answer: 'decline' } : {})
      if (isDeclined || !(await isCaptured(store, token, number))) return
      if (dice.isOneIn(3)) await giveBack(store, number, dice.isOneIn(2))
      else if (dice.isOneIn(4)) await cancel(store, token, number)
    },
  }
}

/** Staff give back a part or all of it. */
async function giveBack({ api, staff: token }: StoreProcess, number: string, isAll: boolean): Promise<void> {
  const params = { number }
  const order = await api.call(storeApi.getPanelOrder, { ...none, params }, { token })
  const amountMinor = isAll ? null : Math.max(1, Math.floor(order.totalMinor / 3))
  const call = { ...none, params, body: { amountMinor, reason: 'One roll was torn' } }
  const heads = { token, version: order.version, idempotencyKey: randomUUID() }
  await api.call(storeApi.refundOrder, call, heads)
}

async function cancel({ api }: StoreProcess, token: string, number: string): Promise<void> {
  try {
    await api.call(storeApi.cancelOwnOrder, { ...none, params: { number } }, { token })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
  }
}
