// A PC shows within 30 s that a label of its own spool did not leave, and why: whole agents, a printer, and what a
// person reads on the PC and staff in the panel.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { jobsText, traceText } from '../../cli/labels/jobs-text.ts'
import { statusText } from '../../cli/computer/status-text.ts'
import { assignClient, assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { realLabel, startPrinter } from '../../test-printer/test/printer-rig.ts'
import { sendLabel } from '../../test/send-label.ts'

const LABEL = realLabel('ups.zpl')
/** 30 s on a computer that works on its labels alone; this one may be busy. */
const LIMIT_MS = 150_000

/** Not awaited to its end: a label that waits at a printer keeps its sender only until it is accepted. */
const send = async (agent: InProcessAgent) =>
  expect(await sendLabel(agent, LABEL)).toMatchObject({ ok: true })

/** As a person reads it: status, list, and the trace of the newest label. */
async function pageOf(agent: InProcessAgent): Promise<string> {
  const [status, jobs] = [await agent.ask('status', null), await agent.ask('jobs', null)]
  const trace = traceText(await agent.ask('job', { job: String(jobs[0]?.n ?? 1) }))
  return [statusText(status, Date.now()), jobsText(jobs), trace].join('\n').replaceAll(/\s+/g, ' ')
}

/**
 * Sends a label and waits until the PC says of it what is the matter, in the status, the list and the trace, and until
 * the hub has heard it.
 */
async function saysWithin30s(agent: InProcessAgent, text: RegExp, heard: object): Promise<void> {
  await send(agent)
  let page = ''
  const isSaid = async (): Promise<boolean> => {
    page = await pageOf(agent)
    const times = page.split(text).length - 1
    return times >= 3 && /Not left 1 waiting Which agent jobs --only waits Look at label \d+ is/.test(page)
  }
  await until('what is read on the PC', isSaid, LIMIT_MS).catch((error: unknown) => {
    throw new Error(page, { cause: error })
  })
  const waiting = () => agent.hub.jobReports.at(-1)?.waiting
  await expect.poll(waiting, { interval: 200, timeout: LIMIT_MS }).toMatchObject(heard)
}

let addresses = 140
/** Two labels first, so that the printer's language is known. */
async function printing() {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  addresses += 1
  const agent = await startAgent({ address: `127.0.1.${addresses}`, printers: printerId })
  expect(await assignServer(agent, printerId)).toMatchObject({ state: 'applied' })
  for (const count of [1, 2]) {
    await send(agent)
    await until('the label', () => printer.roll.entries().length === count)
  }
  return { printer, agent }
}

describe('A PC says within 30 s that a label did not leave, and why', () => {
  test('a Client whose PrinterComputer is off', async () => {
    const server = await startAgent({ address: '127.0.1.139' })
    const client = await startAgent({ address: '127.0.1.138' })
    expect(await assignClient(client, server)).toMatchObject({ state: 'applied' })
    await server.stop()
    await saysWithin30s(
      client,
      /PC-139 cannot be reached: it does not answer in the local network; through the hub:/,
      {
        printer: 1,
        printerReasons: [
          reason('computer_unreachable', { computer: 'PC-139' }),
          { code: 'link_unreachable' },
          { code: 'and_through_hub' },
          {},
        ],
        printerConditions: [],
      },
    )
  })

  test('a PrinterComputer whose printer is off', async () => {
    const { printer, agent } = await printing()
    await printer.faults.set({ powerOff: true })
    await saysWithin30s(agent, /the printer refuses the connection: in use, or not listening/, {
      printer: 1,
      printerReasons: [{ code: 'printer_busy' }],
      printerConditions: ['unreachable'],
    })
  })

  test('PrinterComputers whose printers have stopped, and that they go on', async () => {
    const stopped = [
      [{ paperOut: true }, 'paper_out', /The printer has no labels left\. Put in a new roll\./],
      [{ paused: true }, 'paused', /The printer is paused\. Press its pause button\./],
      [{ headOpen: true }, 'head_open', /The printer is open\. Close its head or cover\./],
    ] as const
    const rigs: Awaited<ReturnType<typeof printing>>[] = []
    for (const _one of stopped) rigs.push(await printing())
    await Promise.all(
      stopped.map(async ([fault, condition, text], index) => {
        const { printer, agent } = rigs[index] ?? (await printing())
        await printer.faults.set(fault)
        await saysWithin30s(agent, text, {
          printer: 1,
          printerReasons: [],
          printerConditions: [condition],
        })
        await printer.faults.clear()
        await until('the label', () => printer.roll.entries().length === 3)
        // A step of its trace says for good what it waited for.
        const nowOf = async (): Promise<string> =>
          statusText(await agent.ask('status', null), Date.now()) + jobsText(await agent.ask('jobs', null))
        await until('nothing is the matter', async () => !text.test(await nowOf()), LIMIT_MS)
        const { printer: seen } = (await agent.ask('status', null)).printing
        expect(seen).toEqual({ conditions: [], answeredAt: expect.any(String) })
        const told = () => agent.hub.jobReports.at(-1)?.waiting.printerConditions
        await expect.poll(told, { interval: 200 }).toEqual([])
      }),
    )
  })
})
