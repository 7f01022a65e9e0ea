// What a spool says of the labels that did not leave.
import { expect, test } from 'vitest'
import { NO_LABELS } from '../../test/agent-status.ts'
import { arrival, CUT, CUT_SHORT, OFF, SENT, startRig, WHOLE } from './test/spool-rig.ts'

test('What did not leave is told in numbers, and which label to look at first', async () => {
  const { spool, clock, reach } = await startRig({
    write: (_label, text) => (text === 'cut' ? CUT : text === 'off' ? OFF : SENT),
  })
  expect(spool.board.status()).toEqual(NO_LABELS)
  await spool.accept(arrival('sent', { verdict: WHOLE }))
  await spool.accept(arrival('off'))
  await reach('1 sent_to_printer', '2 waiting_for_printer')
  expect(spool.board.status()).toMatchObject({
    waiting: 1,
    look: { n: 2, reasons: OFF.ok ? [] : [OFF.reason] },
  })
  await spool.accept(arrival('held', { verdict: CUT_SHORT }))
  expect(spool.board.status()).toMatchObject({ waiting: 1, held: 1, look: { n: 3, state: 'held' } })
  await spool.actions.cancel('2')
  await spool.accept(arrival('cut'))
  clock.stepMs(30_000)
  await reach('4 unknown')
  expect(spool.board.status()).toMatchObject({
    waiting: 0,
    held: 1,
    unknown: 1,
    look: { n: 4, state: 'unknown' },
  })
})
