// One trace id from a button in a browser to the computer that prints: in the log of each program on the way.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { RunningDemo } from '../running-demo.ts'
import { browserOf, openPanel } from './panel.ts'
import { sharedDemo } from './shared-demo.ts'

const STORE_ID = 'P-1001'
/** It has the printer of its pharmacy. */
const PRINTING = 'DISPENSARY'
/** On a machine that others keep busy. */
const LIMIT_MS = 180_000
const Line = z.looseObject({
  traceId: z.string().optional(),
  event: z.string().optional(),
  msg: z.string().optional(),
})

let running: RunningDemo
beforeAll(async () => {
  running = await sharedDemo({ platformOnly: false })
})

/** Events of one program's log that are of the trace. */
function eventsOf(program: string, traceId: string): string[] {
  const text = readFileSync(path.join(running.dataFolder, `logs/${program}.log`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.includes(traceId))
    .map((line) => Line.parse(JSON.parse(line)))
    .map((line) => line.event ?? line.msg ?? '')
}

test('a test label that is asked for in the panel has one trace id in every log from the portal to the printer', async () => {
  const panel = await openPanel(running.demo, 'Admin')
  const found = async () =>
    (await panel.pharmacy(STORE_ID)).computers.find(({ pcName }) => pcName === PRINTING)
  // What came before may have restarted its hub.
  await expect.poll(async () => (await found())?.presence, { timeout: LIMIT_MS }).toBe('online')
  const computer = await found()
  const browser = await browserOf(running.demo, 'Admin')
  const csrf = await browser.csrfOf(`/relay/${STORE_ID}`)
  const asked = { csrf, computer: String(computer?.id ?? 0), once: 'traced' }
  // What a browser claims is not taken.
  const claimed = 'ab'.repeat(16)
  const reply = await browser.post(`/relay/${STORE_ID}/test-label`, asked, { 'x-trace-id': claimed })
  expect(reply.status).toBe(200)
  const traceId = reply.headers.get('x-trace-id') ?? ''
  expect(traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(traceId).not.toBe(claimed)
  // A log may be written a moment behind the reply.
  const last = {
    portal: 'request.answered',
    gateway: 'request.forwarded',
    'store-api': 'request.answered',
    [PRINTING]: 'relay.answered',
  }
  const missing = (): string[] =>
    Object.entries(last)
      .filter(([program, event]) => !eventsOf(program, traceId).includes(event))
      .map(([program, event]) => `${program}: ${event}`)
  await expect.poll(missing, { timeout: LIMIT_MS }).toEqual([])
  const said = {
    portal: eventsOf('portal', traceId),
    gateway: eventsOf('gateway', traceId),
    store: eventsOf('store-api', traceId),
    agent: eventsOf(PRINTING, traceId),
  }
  expect(said.portal).toEqual(expect.arrayContaining(['device.asked', 'request.answered']))
  expect([said.gateway, said.store, said.agent]).toEqual([
    ['request.forwarded'],
    ['request.answered'],
    ['relay.asked', 'relay.answered'],
  ])
})
