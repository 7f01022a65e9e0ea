// What nobody holds is gone afterwards.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('what nobody holds any more is collected, and what somebody holds is not', async () => {
  const held = { bytes: new Uint8Array(1_000) }
  const [kept, dropped] = [new WeakRef(held), new WeakRef({ bytes: new Uint8Array(1_000) })]
  // Until the end of a turn V8 keeps what a WeakRef was made of in it.
  await turn()
  expect(dropped.deref()).toBeDefined()
  await turn()
  collectGarbage()
  expect([kept.deref(), dropped.deref()]).toEqual([held, undefined])
})
