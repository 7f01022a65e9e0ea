// Before a version is exchanged: the label that is being sent is waited for, the next ones are kept, and a stop is a stop.
import { expect, test } from 'vitest'
import type { Delivery } from './rules/route.ts'
import { arrival, SENT, startRig } from './test/spool-rig.ts'

const NEVER = new Promise<void>(() => undefined)

test('A label that is being sent is waited for, and none begins after it', async () => {
  const first = Promise.withResolvers<Delivery>()
  const { spool, printed, states, reach } = await startRig({
    write: (_label, text) => (text === 'one' ? first.promise : SENT),
  })
  await spool.accept(arrival('one'))
  await spool.accept(arrival('two'))
  await reach('1 sending')
  const goOn = Promise.withResolvers<void>()
  let isAtRest = false
  const rest = spool.dispatcher.rest(goOn.promise).then(() => (isAtRest = true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isAtRest).toBe(false)
  first.resolve(SENT)
  await rest
  await spool.accept(arrival('three'))
  expect(await states()).toEqual(['1 sent_to_printer', '2 accepted', '3 accepted'])
  goOn.resolve()
  await reach('2 sent_to_printer', '3 sent_to_printer')
  expect(printed).toEqual(['P1: one', 'P1: two', 'P1: three'])
})

test('A stop at rest ends, also with labels that wait', async () => {
  const { spool, printed, states } = await startRig()
  await spool.dispatcher.rest(NEVER)
  await spool.accept(arrival('one'))
  await spool.stop()
  expect([printed, await states()]).toEqual([[], ['1 accepted']])
})
