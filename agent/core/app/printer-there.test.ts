// A Client says within 15 s that the printer at its PrinterComputer has stopped, and that it goes on: two whole agents, a
// printer, and what check, summary and exit codes say. A withdrawn computer is told that before anything else.
import { summaryOf } from '../../contract/summary.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { assignClient, assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { realLabel, startPrinter } from '../../test-printer/test/printer-rig.ts'
import { command, saidAt } from '../../test/said-at.ts'
import { sendLabel } from '../../test/send-label.ts'

const LABEL = realLabel('ups.zpl')
const PAPER_OUT = 'The printer has no labels left. Put in a new roll.'
/** What a person may wait for at most. */
const LIMIT_MS = 15_000

interface Computer {
  readonly agent: InProcessAgent
  readonly dataFolder: string
}

async function computer(address: string, printers?: string): Promise<Computer> {
  const dataFolder = temporaryFolder()
  const agent = await startAgent({ address, dataFolder, ...(printers === undefined ? {} : { printers }) })
  return { agent, dataFolder }
}

/** Two labels first, so that the printer's language is known. */
async function pharmacy(addresses: readonly [string, string]) {
  const printer = await startPrinter()
  const printers = `tcp:127.0.0.1:${printer.rawPort}`
  const dispensary = await computer(addresses[0], printers)
  const counter = await computer(addresses[1])
  // No way through the hub: a check need not wait for it.
  counter.agent.hub.onRelayed = () => {
    throw new HubError('PEER_OFFLINE', 'That device is offline')
  }
  await assignServer(dispensary.agent, printers, { clients: [counter.agent] })
  await assignClient(counter.agent, dispensary.agent)
  for (const count of [1, 2]) {
    expect(await sendLabel(counter.agent, LABEL)).toMatchObject({ ok: true })
    await until('the label', () => printer.roll.entries().length === count)
  }
  return { printer, dispensary, counter }
}

const printerHop = ({ hops }: Diagnosis) => hops.find(({ hop }) => hop === 'printer')

describe('A Client whose PrinterComputer has a printer', () => {
  test('that is out of paper says so within 15 s, everywhere, and that it goes on within 15 s', async () => {
    const { printer, dispensary, counter } = await pharmacy(['127.0.1.151', '127.0.1.152'])
    const GOOD_PRINTER = /Printer PC-151: nothing wrong is known\. It said so/
    // Until the first word of the other computer all is well, too: nothing is known against it.
    await until('a good printer is heard of', async () =>
      GOOD_PRINTER.test((await command('status', counter)).text),
    )
    expect(await saidAt(counter)).toMatchObject({
      status: { code: 0, text: expect.stringMatching(GOOD_PRINTER) },
      doctor: { code: 0, text: expect.stringContaining('Labels get through, over the local network.') },
      summary: { code: 'ready' },
    })

    await printer.faults.set({ paperOut: true })
    const outMs = Date.now()
    expect(await sendLabel(counter.agent, LABEL)).toMatchObject({ ok: true })
    const isSaid = async (): Promise<boolean> => (await command('status', counter)).text.includes(PAPER_OUT)
    await until('the summary names it', isSaid, LIMIT_MS)
    const said = await saidAt(counter)
    expect(Date.now() - outMs).toBeLessThan(LIMIT_MS)
    expect(said.summary).toMatchObject({
      code: 'stopped_there',
      level: 'attention',
      facts: { computer: 'PC-151', condition: 'paper_out' },
    })
    expect(said.status).toMatchObject({
      code: 1,
      text: expect.stringContaining(`Needs attention. Nothing comes out at PC-151. ${PAPER_OUT}`),
    })
    expect(said.doctor).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^This stops labels: Printer\./),
    })
    expect(said.doctor.text).toContain(`The printer of PC-151: ${PAPER_OUT}`)
    // Staff see the same in the panel.
    const told = await counter.agent.hub.request('CollectDiagnosticsAsync')
    expect([told.blocking, printerHop(told)]).toEqual([
      'printer',
      expect.objectContaining({ verdict: 'failed', code: 'printer_stopped' }),
    ])

    await printer.faults.clear()
    const newRollMs = Date.now()
    await until('the label', () => printer.roll.entries().length === 3, LIMIT_MS)
    const isWell = async (): Promise<boolean> => (await command('status', counter)).code === 0
    await until('all is well', isWell, LIMIT_MS)
    const well = await saidAt(counter)
    expect(Date.now() - newRollMs).toBeLessThan(LIMIT_MS)
    expect(well).toMatchObject({ status: { code: 0 }, doctor: { code: 0 }, summary: { code: 'ready' } })
    expect(dispensary.agent.log() + counter.agent.log()).not.toMatch(/"code":"protocol"/)
  })

  test('that ran out while nobody printed hears it by asking: the check has the other computer look anew', async () => {
    const { printer, counter } = await pharmacy(['127.0.1.153', '127.0.1.154'])
    await printer.faults.set({ headOpen: true })
    const { code, text } = await command('doctor', counter)
    expect(code).toBe(1)
    expect(text).toContain('The printer of PC-153: The printer is open. Close its head or cover.')
    expect(summaryOf(await counter.agent.ask('status', null)).code).toBe('stopped_there')
    await printer.faults.clear()
    await until('all is well', async () => (await command('doctor', counter)).code === 0, LIMIT_MS)
    expect((await command('status', counter)).code).toBe(0)
  })

  test('on which a person paused printing says that, and not that the printer has stopped', async () => {
    const { counter, dispensary } = await pharmacy(['127.0.1.155', '127.0.1.156'])
    await dispensary.agent.ask('pause', { minutes: 30 })
    await until('it hears it', async () => (await command('status', counter)).code === 1)
    const said = await saidAt(counter)
    expect(said.summary).toMatchObject({ code: 'paused_there', facts: { computer: 'PC-155' } })
    expect(said.doctor.text).toContain('Somebody paused printing at PC-155')
    await dispensary.agent.ask('resume', null)
    await until('it hears that it goes on', async () => (await command('status', counter)).code === 0)
  })

  test('tells which labels are in it, and anew when somebody there sets others', async () => {
    const { counter, dispensary } = await pharmacy(['127.0.1.197', '127.0.1.198'])
    const labels = async () => (await counter.agent.ask('status', null)).printing.printerThere?.media
    await until('the first word', async () => (await labels()) !== undefined)
    expect(await labels()).toEqual({ widthMm: 100, heightMm: 50, dpi: 203 })
    await dispensary.agent.ask('setSetting', { name: 'LabelMedia', value: '76x51@300' })
    await until('the other labels', async () => (await labels())?.dpi === 300)
    expect(await labels()).toEqual({ widthMm: 76, heightMm: 51, dpi: 300 })
  })

  test('is not known to have a good printer any more when the link is gone', async () => {
    const { counter, dispensary } = await pharmacy(['127.0.1.157', '127.0.1.158'])
    const there = async () => (await counter.agent.ask('status', null)).printing.printerThere ?? null
    await until('the first word', async () => (await there()) !== null)
    await dispensary.agent.stop()
    await until('it is forgotten', async () => (await there()) === null)
  })
})

describe('A printer that breaks off every label and says nothing of it', () => {
  test('lets no check say that labels get through, at both computers', async () => {
    const { printer, counter, dispensary } = await pharmacy(['127.0.1.161', '127.0.1.162'])
    await printer.faults.set({ resetAtByte: 20 })
    for (let n = 0; n < 8; n += 1) expect(await sendLabel(counter.agent, LABEL)).toMatchObject({ ok: true })
    for (const at of [dispensary, counter])
      await until('the check says so', async () => (await command('doctor', at)).code === 1)
    for (const at of [dispensary, counter])
      await until('the summary says so', async () => (await command('status', at)).code === 1)
    await printer.faults.clear()
  })
})

describe('A computer that was withdrawn from its pharmacy', () => {
  test('is told that before printer, port and pause, and its commands say that something is wrong', async () => {
    const { printer, counter, dispensary } = await pharmacy(['127.0.1.159', '127.0.1.160'])
    await printer.faults.set({ paperOut: true })
    for (const at of [dispensary, counter]) {
      await at.agent.ask('pause', { minutes: 30 })
      const refusal = { code: 'REVOKED', message: 'An Admin withdrew its access' } as const
      at.agent.hub.refuseHandshake = refusal
      await at.agent.hub.say('SessionEndedAsync', refusal)
      await until('the refusal', async () => (await at.agent.ask('status', null)).hub.state === 'refused')
      const said = await saidAt(at)
      expect(said.summary).toMatchObject({ code: 'withdrawn', action: 'pair' })
      expect(said.status).toMatchObject({
        code: 1,
        text: expect.stringMatching(
          /^State Needs attention\. This computer was withdrawn from its pharmacy\./,
        ),
      })
      expect(said.doctor).toMatchObject({
        code: 1,
        text: expect.stringMatching(
          /^This stops labels: Hub\. This computer was withdrawn from its pharmacy:/,
        ),
      })
      // Also when nobody can be asked any more.
      await at.agent.hub.kill()
      expect(await saidAt(at)).toMatchObject({ summary: { code: 'withdrawn' }, doctor: { code: 1 } })
    }
  })
})
