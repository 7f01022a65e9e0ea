// A label that comes again where no label is taken at the moment: its sender must not believe that it is not here.
import { createHash, randomUUID } from 'node:crypto'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { expect, test } from 'vitest'
import type { ArrivingLabel } from './rules/forwarding.ts'
import { startRig } from './test/spool-rig.ts'

function labelOf(text: string, id: string): ArrivingLabel {
  const payload = Buffer.from(text)
  const sha256 = createHash('sha256').update(payload).digest('hex')
  return { id, payload, sha256, reprint: null, ttlMs: 60_000, sender: 'COUNTER', origin: 'key of it' }
}

test('A label that is here is a duplicate, also where there is no printer, or the disk is full', async () => {
  const { spool, store, state, printed, reach, way } = await startRig()
  const [one, two] = [randomUUID(), randomUUID()]
  expect(await spool.arrivals.accept(labelOf('one', one))).toEqual({ outcome: 'accepted' })
  await reach('1 sent_to_printer')
  state.route = { kind: 'none', why: reason('no_printer', {}) }
  const away = { code: 'state_conflict', reason: { code: 'no_printer' } }
  await expect(spool.arrivals.accept(labelOf('two', two))).rejects.toMatchObject(away)
  expect(await spool.arrivals.accept(labelOf('one', one))).toMatchObject({ outcome: 'duplicate' })
  expect(await spool.arrivals.accept(labelOf('other', one))).toEqual({ outcome: 'conflict' })
  state.route = way('P1')
  store.fault = new ProblemError('unavailable', reason('disk_full', {}))
  const full = { code: 'unavailable', reason: { code: 'disk_full' } }
  await expect(spool.arrivals.accept(labelOf('two', two))).rejects.toMatchObject(full)
  expect(await spool.arrivals.accept(labelOf('one', one))).toMatchObject({
    outcome: 'duplicate',
    now: { state: 'sent_to_printer' },
  })
  store.fault = null
  expect(await spool.arrivals.accept(labelOf('two', two))).toEqual({ outcome: 'accepted' })
  await reach('2 sent_to_printer')
  expect(printed).toEqual(['P1: one', 'P1: two'])
})
