// Every page of the window in the states that a pharmacy meets, at real agents: clear to axe, in both themes, at 400 px.
//
//   Pictures=/tmp/pictures npx vitest run tests/window/screens.test.ts      paints each in three languages and both themes
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, test } from 'vitest'
import { SOCKET_LIMITS, writeToSocket } from '../../agent/core/printers/socket-writer.ts'
import {
  assignClient,
  assignServer,
  startAgent,
  type InProcessAgent,
} from '../../agent/test/in-process-agent.ts'
import { realLabel, startPrinter } from '../../agent/test-printer/test/printer-rig.ts'
import { expectClear, hasChromium, TEST_MS, windowsInChromium } from './window-rig.ts'

const LABEL = realLabel('ups.zpl')

async function withPrinter(address: string) {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const agent = await startAgent({ address, printers: printerId })
  await assignServer(agent, printerId)
  return { printer, printerId, agent }
}

async function send({ address, port }: InProcessAgent, payload: Uint8Array): Promise<void> {
  await writeToSocket({
    ...{ address: { host: address, port }, payload, limits: SOCKET_LIMITS, clock: systemClock },
    signal: new AbortController().signal,
  })
}

async function reach(agent: InProcessAgent, job: number, states: readonly string[]): Promise<void> {
  await until(`label ${job} is ${states.join(' or ')}`, async () =>
    states.includes((await agent.ask('job', { job: String(job) })).job.state),
  )
}

describe.skipIf(!hasChromium())('Pages of the window', { timeout: TEST_MS }, () => {
  const open = windowsInChromium()

  test('of a computer that belongs to no pharmacy yet', async () => {
    const agent = await startAgent({ address: '127.0.2.1', isUnpaired: true })
    const page = await open(agent)
    await expectClear(page, agent, 'unpaired-overview')
  })

  test('of a computer that has no part in printing yet', async () => {
    const agent = await startAgent({ address: '127.0.2.2' })
    const page = await open(agent)
    await expectClear(page, agent, 'no-role-overview')
  })

  test('of a printer computer that prints', async () => {
    const { agent } = await withPrinter('127.0.2.3')
    await send(agent, LABEL)
    await reach(agent, 1, ['sent_to_printer', 'printed'])
    const page = await open(agent)
    await expectClear(page, agent, 'ready-overview')
  })

  test('of a printer computer whose printer has no labels left', async () => {
    const { agent, printer } = await withPrinter('127.0.2.4')
    await printer.faults.set({ paperOut: true })
    await send(agent, LABEL)
    await until('the printer says so', async () => {
      const { printer: seen } = (await agent.ask('status', null)).printing
      return seen !== null && seen.conditions.length > 0
    })
    const page = await open(agent)
    await expectClear(page, agent, 'paper-out-overview')
  })

  test('of a label of which nobody knows whether it came out', async () => {
    const { agent, printer } = await withPrinter('127.0.2.5')
    await printer.faults.set({ resetAtByte: 20 })
    await send(agent, LABEL)
    await reach(agent, 1, ['unknown'])
    const page = await open(agent)
    await expectClear(page, agent, 'unknown-overview')
  })

  test('of a computer that prints through another one, which is away', async () => {
    const { agent: server } = await withPrinter('127.0.2.6')
    const agent = await startAgent({ address: '127.0.2.7' })
    await assignClient(agent, server)
    await server.stop()
    const page = await open(agent)
    await expectClear(page, agent, 'client-overview')
  })

  test('while the agent does not answer', async () => {
    const agent = await startAgent({ address: '127.0.2.8' })
    const pages = []
    for (const locale of ['en-GB', 'tr-TR', 'de-DE'])
      pages.push([locale, await open(agent, { locale })] as const)
    await agent.stop()
    for (const [locale, page] of pages) {
      await page.getByRole('alert').waitFor()
      await expectClear(page, null, `not-running-${locale.slice(0, 2)}`)
    }
  })
})
