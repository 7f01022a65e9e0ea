// A Client's spool that comes back: what may be at another computer goes there again with its id, and nowhere else.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { EXPIRY_MS } from '../rules/expiry.ts'
import { ModelComputer } from '../test/model-computer.ts'
import { arrival, crash, newRig, startRig } from '../test/spool-rig.ts'

/** Dies with a label that was handed over, one that was not, and one that waited with a reason. */
async function died() {
  const clock = new SteppedClock()
  const host = new ModelComputer(clock)
  const before = newRig({ clock, route: host.route() })
  await before.spool.start()
  for (const text of ['handed', 'accepted', 'waiting']) await before.spool.accept(arrival(text))
  await until('all three', () => host.underWay.length === 3)
  const [handed, , waiting] = host.underWay
  if (handed === undefined || waiting === undefined) throw new Error('not under way')
  host.hand(handed)
  waiting.label.onWaiting([reason('link_unreachable', {})])
  await before.reach('1 sending', '3 waiting_for_printer')
  crash(before)
  host.abandoned()
  return { clock, host, disk: before.disk }
}

test('To the same computer: all go on, and what may have left says so', async () => {
  const { clock, host, disk } = await died()
  const rig = await startRig({ clock, disk, route: host.route() })
  await until('all three', () => host.underWay.length === 3)
  expect(host.underWay.map(({ text, label }) => `${text} ${label.wasHanded}`)).toEqual([
    'handed true',
    'accepted true',
    'waiting false',
  ])
  host.takeAll()
  await rig.reach('1 forwarded', '2 forwarded', '3 forwarded')
  expect(host.taken).toHaveLength(3)
})

test('As the computer that prints: what may be there is asked about, and the rest comes out', async () => {
  const { clock, disk } = await died()
  const rig = await startRig({ clock, disk })
  await rig.reach('1 unknown', '2 unknown', '3 sent_to_printer')
  expect(rig.printed).toEqual(['P1: waiting'])
})

test('For another computer: the same', async () => {
  const { clock, disk } = await died()
  const other = new ModelComputer(clock, 'BACK-OFFICE')
  const rig = await startRig({ clock, disk, route: other.route() })
  await rig.reach('1 unknown', '2 unknown')
  await until('the third', () => other.underWay.length === 1)
  expect(other.underWay[0]?.text).toBe('waiting')
})

test('When their time is over: what may be there is unknown unless it can be asked, never expired', async () => {
  const { clock, host, disk } = await died()
  clock.stepMs(EXPIRY_MS)
  host.isThere = false
  const rig = await startRig({ clock, disk, route: host.route() })
  await until('both ask', () => host.underWay.length === 2)
  clock.stepMs(0)
  await rig.reach('1 unknown', '2 unknown', '3 expired')
})
