// A CUPS queue that says why its printer has stopped, while labels flow from a Client: job link, spools and a print server.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendLabel } from '../../test/send-label.ts'
import { spoolStoreIn } from '../../test/spool-store.ts'
import { NO_FAILPOINTS } from '../failpoints/failpoints.ts'
import { linkedPair } from '../link/test/linked-pair.ts'
import { createCupsPrinters } from '../printers/cups.ts'
import { createPrinters } from '../printers/printers.ts'
import { hasCupsd } from '../printers/test/cupsd.ts'
import { paperQueue } from '../printers/test/paper-queue.ts'
import type { PrintSetup } from '../printing/print-setup.ts'
import { LabelPath, type LabelPathParts } from './label-path.ts'

const LISTEN = { host: '127.0.0.1', port: 0, scope: 'computer' } as const
/** Far shorter than the labels below are held. */
const JOB_MS = 4_000
/** What the promise says, and as much more as a computer needs that does other things. */
const GOES_ON_MS = 5_000 * 3

async function computer(setup: PrintSetup, parts: Pick<LabelPathParts, 'link' | 'failpoints' | 'store'>) {
  const path = new LabelPath({
    clock: systemClock,
    random: () => 0,
    logger: silentLogger,
    extraPrinters: () => [],
    ...parts,
  })
  onTestFinished(async () => path.stop())
  await path.start()
  return { path, port: (await path.setup.apply(setup)) ?? 0 }
}

async function pharmacy() {
  const paper = await paperQueue()
  const queue = createCupsPrinters({ socketPath: paper.socketPath, jobMs: JOB_MS, clock: systemClock })
  const printers = createPrinters({ backends: [queue], clock: systemClock, logger: silentLogger })
  const pair = linkedPair()
  const failpoints = { ...NO_FAILPOINTS, path: { ...NO_FAILPOINTS.path, printers: () => printers } }
  const store = await spoolStoreIn()
  const printer = async () =>
    computer(
      { role: 'Server', printer: 'cups:Q', target: null, listen: LISTEN },
      { link: pair.server, failpoints, store },
    )
  const printing = await printer()
  const target = {
    computerName: 'DISPENSARY',
    deviceKey: pair.serverKey,
    addresses: ['127.0.0.1'],
    port: printing.port,
  }
  const counter = await computer(
    { role: 'Client', printer: null, target, listen: LISTEN },
    { link: pair.client, store: await spoolStoreIn() },
  )
  const restarted = async () => (await printer()).path
  return {
    paper,
    printer: restarted,
    printing: printing.path,
    counter: counter.path,
    counterPort: counter.port,
  }
}

/** Oldest first: state and codes, conditions by their name. */
async function said({ spool }: LabelPath): Promise<string[]> {
  return (await spool.list(100))
    .toReversed()
    .map(({ state, reasons }) =>
      [state, ...reasons.map(({ code, params }) => params['condition'] ?? code)].join(' '),
    )
}

describe.skipIf(!hasCupsd)('A CUPS queue without paper (as root)', () => {
  test('gets one label at most; all wait with the cause at both computers, and come out in order when the paper is back', async () => {
    const { paper, printing, counter, counterPort } = await pharmacy()
    const send = async (text: string): Promise<void> =>
      expect(await sendLabel({ address: '127.0.0.1', port: counterPort }, Buffer.from(text))).toMatchObject({
        ok: true,
      })
    const texts = ['one', 'two', 'three', 'four'].map((text) => `^XA^FD${text}^FS^XZ`)
    paper.stops()
    for (const text of texts.slice(0, 3)) await send(text)
    const waits = (count: number) => Array<string>(count).fill('waiting_for_printer paper_out')
    await expect
      .poll(async () => said(printing), { timeout: 120_000 })
      .toEqual(['sending paper_out', ...waits(2)])
    await expect
      .poll(async () => said(counter), { timeout: 120_000 })
      .toEqual([
        'forwarded at_computer paper_out',
        ...Array<string>(2).fill('forwarded waits_there paper_out'),
      ])
    await new Promise((resolve) => setTimeout(resolve, 2 * JOB_MS))
    await send(texts[3] ?? '')
    await expect
      .poll(async () => said(printing), { timeout: 120_000 })
      .toEqual(['sending paper_out', ...waits(3)])
    expect(paper.roll()).toEqual([])
    const wentOnMs = performance.now()
    paper.goesOn()
    await until('all labels', () => paper.roll().length === texts.length)
    expect(performance.now() - wentOnMs).toBeLessThan(GOES_ON_MS)
    expect(paper.roll()).toEqual(texts)
    await expect
      .poll(async () => said(counter), { timeout: 120_000 })
      .toEqual(texts.map(() => 'sent_to_printer'))
    await expect.poll(() => printing.health.seen()?.conditions, { timeout: 120_000 }).toEqual([])
  })

  test('and an agent that ended meanwhile: its label is in doubt, and says that it may still come out', async () => {
    const { paper, printing, printer } = await pharmacy()
    paper.keepsSaying()
    paper.stops()
    await printing.spool.print(Buffer.from('^XA^FDone^FS^XZ'))
    await expect.poll(async () => said(printing), { timeout: 120_000 }).toEqual(['sending paper_out'])
    await printing.stop()
    const again = await printer()
    await expect
      .poll(async () => said(again), { timeout: 120_000 })
      .toEqual([expect.stringMatching(/^unknown .*may_still_come paper_out$/)])
  })
})
