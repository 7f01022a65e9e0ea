// A whole agent whose printer is on a serial port: labels sent to its port come out, are confirmed, and wait for paper.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { assignServer, startAgent } from '../../test/in-process-agent.ts'
import { sendLabel } from '../../test/send-label.ts'
import { realLabel, sha256, startPrinter } from '../../test-printer/test/printer-rig.ts'
import { bridgeTo, hasPseudoTerminals, serialCable } from '../printers/device/test/test-cable.ts'

const LABEL = realLabel('ups.zpl')

describe.skipIf(!hasPseudoTerminals)('A PrinterComputer with a serial printer (Linux)', () => {
  test('prints what is sent to its port, and asks the printer what became of it', async () => {
    const cable = await serialCable()
    const printer = await startPrinter()
    const bridge = bridgeTo(cable, printer.rawPort)
    const agent = await startAgent({
      address: '127.0.6.1',
      printers: `serial:${cable.port}?baud=115200&flow=xonxoff`,
    })
    const newest = async () => (await agent.ask('jobs', null))[0]
    expect(await agent.ask('printers', null)).toContainEqual({
      id: `serial:${cable.port}`,
      name: cable.port,
      detail: '115200 8N1 XON/XOFF',
    })
    expect(await assignServer(agent, `serial:${cable.port}`)).toMatchObject({ state: 'applied' })

    // Two, after which the printer's language is known.
    for (const n of [1, 2]) {
      await sendLabel(agent, LABEL)
      await until(
        'the label',
        async () => (await newest())?.state === 'sent_to_printer' && bridge.bytes() >= LABEL.length,
      )
      expect(await agent.ask('job', { job: String(n) })).toMatchObject({ evidence: 'L0' })
      await bridge.finish()
    }
    const answered = async (job: string) => {
      const { evidence } = await agent.ask('job', { job })
      return evidence === 'L2' || evidence === 'L3'
    }
    await sendLabel(agent, LABEL)
    await until('the answer behind the label', async () => answered('3'))
    await bridge.finish()
    // Before its first label it hears that a half one is given up.
    const came = [Buffer.concat([Buffer.from('~JX'), LABEL]), LABEL, LABEL]
    expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual(came.map((one) => sha256(one)))

    await printer.faults.set({ paperOut: true })
    await sendLabel(agent, LABEL)
    const conditions = async () => (await agent.ask('status', null)).printing.printer?.conditions ?? []
    await until('the words', async () => (await conditions()).includes('paper_out'))
    await printer.faults.clear()
    await until('the answer behind the label', async () => answered('4'))
    expect(printer.odometer.labelsPrinted()).toBe(4)
  })
})
