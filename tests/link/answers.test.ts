// What people say of an unknown label counts at both computers also where the local network is away: through the hub, and once
// there is a way again.
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { labels, pharmacyWith, type Computer } from './pharmacy-rig.ts'

const LIMIT_MS = 60_000
const [LABEL = Buffer.alloc(0)] = labels(1)

/** A label that came through the hub, is unknown at both computers, and did not come out. */
async function inDoubt() {
  const { server, counter, line } = await pharmacyWith()
  server.lan.set('refusing')
  await server.printer?.faults.set({ resetAtByte: 10 })
  await counter.take(LABEL)
  for (const computer of [server, counter])
    await computer.shows('the doubt', ([label]) => label?.state === 'unknown', LIMIT_MS)
  await server.printer?.faults.clear()
  const lan = server.lan.heard().length
  return { server, counter, line, lan }
}

/** Waits until its labels stand so, oldest first, each with its reason. */
const stands = async (computer: Computer, ...wanted: RegExp[]): Promise<void> => {
  const lines = async (): Promise<string[]> =>
    (await computer.jobs()).map(({ state, reasons }) => `${state}: ${reasonDetail(reasons)}`)
  const matching = wanted.map((text): unknown => expect.stringMatching(text))
  await expect.poll(lines, { timeout: LIMIT_MS }).toEqual(matching)
}

const refusal = (text: RegExp) => ({ code: 'state_conflict', message: expect.stringMatching(text) })

test('Yes at the Client is heard through the hub: No at the PrinterComputer is refused with who said it, and prints nothing', async () => {
  const { server, counter, lan } = await inDoubt()
  await counter.ask('answer', { job: '1', answer: 'printed' })
  await stands(server, /^sent_to_printer: somebody at COUNTER saw that it came out$/)
  const no = server.ask('answer', { job: '1', answer: 'reprint' })
  await expect(no).rejects.toMatchObject(refusal(/^label 1 was answered at COUNTER already: it came out$/))
  await stands(counter, /^sent_to_printer: somebody at this computer saw that it came out$/)
  expect([server.cameOut().length, server.lan.heard().length - lan]).toEqual([0, 0])
})

test('No at the PrinterComputer is told through the hub: the Client shows the reprint, and Yes there is refused', async () => {
  const { server, counter, lan } = await inDoubt()
  await server.ask('answer', { job: '1', answer: 'reprint' })
  const again = /^failed: somebody at DISPENSARY said that it did not come out; printed again as label 1\.1$/
  await stands(counter, again, /^sent_to_printer: /)
  const yes = counter.ask('answer', { job: '1', answer: 'printed' })
  await expect(yes).rejects.toMatchObject(
    refusal(/^label 1 was answered at DISPENSARY already: it did not come out; printed again as label 1\.1$/),
  )
  expect([server.cameOut().length, server.lan.heard().length - lan]).toEqual([1, 0])
})

test('No while neither way is open prints nothing, and found after all it is not printed when a way is back', async () => {
  const { server, counter, line } = await inDoubt()
  line.set('refusing')
  await until('no way', async () => (await counter.ask('status', null)).printing.way?.path === null, LIMIT_MS)
  await counter.ask('answer', { job: '1', answer: 'reprint' })
  await stands(counter, /^unknown: .*DISPENSARY prints it again as soon as it can be reached/)
  expect((await counter.ask('status', null)).printing.labels).toMatchObject({ unknown: 0, waiting: 1 })
  await counter.ask('answer', { job: '1', answer: 'printed' })
  line.set('open')
  await stands(server, /^sent_to_printer: somebody at COUNTER saw that it came out$/)
  await stands(counter, /^sent_to_printer: somebody at this computer saw that it came out$/)
  expect(server.cameOut()).toEqual([])
})

test('Yes at the Client and No at the PrinterComputer while neither way is open: the reprint counts at both', async () => {
  const { server, counter, line } = await inDoubt()
  line.set('refusing')
  await until('no way', async () => (await counter.ask('status', null)).printing.way?.path === null, LIMIT_MS)
  await counter.ask('answer', { job: '1', answer: 'printed' })
  await server.ask('answer', { job: '1', answer: 'reprint' })
  line.set('open')
  const again = /^failed: somebody at DISPENSARY said that it did not come out; printed again as label 1\.1$/
  await stands(counter, again, /^sent_to_printer: /)
  await stands(server, /^failed: /, /^sent_to_printer: /)
  expect(server.cameOut()).toHaveLength(1)
})
