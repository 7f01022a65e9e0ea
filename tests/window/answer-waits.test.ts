// No at a Client while the computer with the printer is away, in the window: it is not asked again, and can be taken back.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { assignClient, assignServer, startAgent } from '../../agent/test/in-process-agent.ts'
import { startPrinter } from '../../agent/test-printer/test/printer-rig.ts'
import { LABEL, reach, send } from './labels-rig.ts'
import { expectClear, goTo, hasChromium, settled, windowsInChromium } from './window-rig.ts'

/** A Client with a label that is unknown, and whose PrinterComputer is away. */
async function aloneInDoubt() {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const server = await startAgent({ address: '127.0.2.77', printers: printerId })
  const counter = await startAgent({ address: '127.0.2.78' })
  await assignServer(server, printerId, { clients: [counter] })
  await assignClient(counter, server)
  await printer.faults.set({ resetAtByte: 10 })
  await send(counter, LABEL)
  for (const agent of [server, counter]) await reach(agent, 1, ['unknown'])
  await server.stop()
  const away = async (): Promise<boolean> => (await counter.ask('status', null)).printing.way?.path === null
  await until('the PrinterComputer is away', away)
  return counter
}

describe.skipIf(!hasChromium())('A label of which No was said, and not heard yet', () => {
  const open = windowsInChromium()

  test('stands among those that wait, is not asked about again, and is found after all with one press', async () => {
    const agent = await aloneInDoubt()
    const page = await open(agent)
    await goTo(page, 'labels/1')
    await page.getByRole('button', { name: 'No, print it again' }).click()
    await page.getByText('That is kept. Label 1 is printed again').waitFor()
    const found = page.getByRole('button', { name: 'It came out after all' })
    await found.waitFor()
    expect(await page.getByRole('button', { name: 'Yes, it came out' }).count()).toBe(0)
    expect(await page.getByText('Look at the printer.').count()).toBe(0)
    await expectClear(page, agent, 'answer-waits')
    await goTo(page, 'labels/waits')
    await page.getByRole('link', { name: 'Need an answer (0)' }).waitFor()
    await page.getByRole('link', { name: /Label 1/ }).click()
    await settled(page)
    await found.click()
    await page.getByText('Thank you. Label 1 came out.').waitFor()
    await goTo(page, 'labels')
    await page.getByText('Came out', { exact: true }).waitFor()
  })
})
