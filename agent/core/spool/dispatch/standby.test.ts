// A computer with the standby printer: what other computers send is printed here, its own labels go to the first, and neither
// waits for the other; what may be at a computer that gets no new ones goes there again, and nowhere else.
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ArrivingLabel } from '../rules/forwarding.ts'
import type { Delivery, PrinterRoute } from '../rules/route.ts'
import { acceptAll, client } from '../test/client-rig.ts'
import { ModelComputer } from '../test/model-computer.ts'

const ofAnother = (text: string): ArrivingLabel => ({
  id: randomUUID(),
  payload: Buffer.from(text),
  sha256: createHash('sha256').update(text).digest('hex'),
  reprint: null,
  ttlMs: 1_800_000,
  sender: 'COUNTER-2',
  origin: 'key of the other',
})

test('Neither the labels of others nor its own wait for each other, also while both are stuck', async () => {
  const held: ((delivery: Delivery) => void)[] = []
  const write = async () => new Promise<Delivery>((end) => held.push(end))
  const rig = await client({ window: 1, write })
  const arrivals = rig.way('P1') as PrinterRoute
  rig.state.route = { ...rig.host.route(1), arrivals, others: [] }
  rig.spool.routeChanged()
  const take = async (text: string) => rig.spool.arrivals.accept(ofAnother(text))
  await take('theirs 1')
  await acceptAll(rig, 'own 1', 'own 2')
  await take('theirs 2')
  await rig.under('own 1')
  await rig.reach('1 sending', '4 accepted')
  rig.host.takeAll()
  await rig.under('own 2')
  await rig.reach('1 sending', '2 forwarded', '4 accepted')
  held[0]?.({ ok: true })
  await rig.reach('1 sent_to_printer', '3 accepted', '4 sending')
  held[1]?.({ ok: true })
  rig.host.takeAll()
  await rig.reach('3 forwarded', '4 sent_to_printer')
  expect(rig.printed).toEqual(['P1: theirs 1', 'P1: theirs 2'])
  expect(rig.host.taken).toHaveLength(2)
})

test('New labels go to the one that the route names, what the other one may have stays with it', async () => {
  const rig = await client({ window: 2 })
  const second = new ModelComputer(rig.clock, 'BACK-OFFICE')
  await acceptAll(rig, 'one', 'two')
  await rig.under('one', 'two')
  rig.host.hand(rig.first())
  rig.state.route = { ...second.route(), others: [rig.host.route()] }
  rig.spool.routeChanged()
  await acceptAll(rig, 'three')
  await rig.under('one')
  await rig.spool.dispatcher.settled()
  await expect.poll(() => second.underWay.map(({ text }) => text)).toEqual(['two', 'three'])
  second.takeAll()
  rig.host.takeAll()
  await rig.reach('1 forwarded', '2 forwarded', '3 forwarded')
  expect([(await rig.job(1))?.destination, (await rig.job(2))?.destination]).toEqual([
    'DISPENSARY',
    'BACK-OFFICE',
  ])
})
