// How the printer is, over a real link: told to whoever takes it, asked for, and never said to a version that ends its link for it.
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { FRAME, JOB_LINK_VERSION, type LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { controlFrame, FrameReader } from './frames/frames.ts'
import { openSenderLink } from './sender/sender.ts'
import { RECEIVER_TAKES } from './receiver/arriving-job.ts'
import {
  type Device,
  labelOf,
  newDevices,
  proven,
  rawTls,
  receivingComputer,
  SELF,
  sendingLink,
} from './test/link-rig.ts'

const [dispensary, counter] = (await newDevices(2)) as [Device, Device]
const WELL: LinkPrinter = { presence: 'there', conditions: [], reasons: [], waiting: 0 }
const PAPER_OUT: LinkPrinter = {
  presence: 'there',
  conditions: ['paper_out'],
  reasons: [reason('printer_condition', { condition: 'paper_out' })],
  waiting: 2,
}
const OLD_HELLO = { version: JOB_LINK_VERSION, ...RECEIVER_TAKES, ...SELF }

/** A PrinterComputer whose printer a test changes, and what it was asked. */
async function computer() {
  let now = WELL
  const asked = { looks: 0 }
  const look = async (): Promise<void> => {
    asked.looks += 1
    await delay(50)
    now = PAPER_OUT
  }
  const to = await receivingComputer(dispensary, [counter], { printer: { now: () => now, look } })
  return { to, asked }
}

async function linked(to: Awaited<ReturnType<typeof receivingComputer>>) {
  const heard: LinkPrinter[] = []
  const link = await openSenderLink({
    proven: await proven(counter, to),
    clock: systemClock,
    self: SELF,
    onState: () => undefined,
    onPrinter: (printer) => void heard.push(printer),
  })
  return { link, heard }
}

test('is told behind HELLO and on every change, and looked at anew for whoever asks, once for all who ask at once', async () => {
  const { to, asked } = await computer()
  const { link, heard } = await linked(to)
  await until('the first word', () => heard.length === 1)
  expect(heard).toEqual([WELL])
  await Promise.all([link.look(), link.look()])
  expect([asked.looks, heard]).toEqual([1, [WELL, PAPER_OUT]])
  to.receiver.tellPrinter(WELL)
  await until('the change', () => heard.length === 3)
  expect(heard.at(-1)).toEqual(WELL)
  // It is no word about a label.
  expect(await link.send(labelOf('^XA^XZ'), () => undefined)).toMatchObject({ outcome: 'accepted' })
  link.close()
})

test('what changes while it is looked at is told with the answer, which is no earlier word', async () => {
  const { to, asked } = await computer()
  const { link, heard } = await linked(to)
  await until('the first word', () => heard.length === 1)
  const looked = link.look()
  await until('the look', () => asked.looks === 1)
  to.receiver.tellPrinter({ ...WELL, waiting: 1 })
  await looked
  expect(heard).toEqual([WELL, PAPER_OUT])
  link.close()
})

test('Whoever waits for it when the link ends waits no longer', async () => {
  const never = new Promise<void>(() => undefined)
  const printer = { now: () => WELL, look: async () => never }
  const to = await receivingComputer(dispensary, [counter], { printer })
  const { link, heard } = await linked(to)
  await until('the first word', () => heard.length === 1)
  const looked = link.look()
  for (const socket of to.sockets) socket.destroy()
  await looked
  expect(link.isAlive).toBe(false)
})

test('A sender of an earlier version hears no frame of it, whatever changes, and keeps its link', async () => {
  const { to } = await computer()
  const socket = await rawTls(counter, to)
  await once(socket, 'secureConnect')
  const [reader, types] = [new FrameReader(), [] as number[]]
  socket.on('data', (chunk: Buffer) => {
    for (const { type } of reader.push(chunk)) types.push(type)
  })
  socket.write(controlFrame(FRAME.HELLO, 0, OLD_HELLO))
  await until('HELLO', () => types.length === 1)
  to.receiver.tellPrinter(PAPER_OUT)
  socket.write(controlFrame(FRAME.PING, 0))
  await until('PONG', () => types.includes(FRAME.PONG))
  expect(types).toEqual([FRAME.HELLO, FRAME.PONG])
})

test('A receiver of an earlier version is asked nothing: who asks has an answer at once', async () => {
  const to = await receivingComputer(dispensary, [counter])
  const { link, heard } = await linked(to)
  await link.look()
  expect(await link.send(labelOf('^XA^XZ'), () => undefined)).toMatchObject({ outcome: 'accepted' })
  expect([link.isAlive, heard]).toEqual([true, []])
  link.close()
})

test('A sender that takes none of it is told nothing', async () => {
  const { to } = await computer()
  const { link } = await sendingLink(counter, to)
  to.receiver.tellPrinter(PAPER_OUT)
  expect(await link.query('7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11')).toMatchObject({ state: 'not_known' })
  expect(link.isAlive).toBe(true)
})

test('A sender that says how its own printer is speaks from the wrong end', async () => {
  const { to } = await computer()
  const socket = await rawTls(counter, to)
  await once(socket, 'secureConnect')
  socket.write(controlFrame(FRAME.HELLO, 0, { ...OLD_HELLO, takesPrinter: true }))
  socket.write(controlFrame(FRAME.PRINTER, 0, WELL))
  socket.resume()
  await once(socket, 'close')
  expect(to.receiver.links()).toEqual([])
})
