// A printer that is off is said to be off, before any label was sent and after: on the PC and in the panel.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { statusText } from '../../cli/computer/status-text.ts'
import { assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { sendLabel } from '../../test/send-label.ts'
import { realLabel, rolled, startPrinter } from '../../test-printer/test/printer-rig.ts'

/** 90 s on a computer that works on this alone; this one may be busy. */
const LIMIT_MS = 200_000

async function isSaidOff(agent: InProcessAgent): Promise<void> {
  const said = async (): Promise<string> => statusText(await agent.ask('status', null), Date.now())
  await until('what the PC says', async () => /cannot be reached/.test(await said()), LIMIT_MS)
  expect(await said()).toMatch(/^State +Needs attention\. The printer cannot be reached/)
  // As the window's page shows it.
  expect((await agent.ask('status', null)).printing.printer?.conditions).toEqual(['unreachable'])
  await until(
    'what the panel hears',
    () => agent.hub.jobReports.at(-1)?.waiting.printerConditions?.includes('unreachable') === true,
    LIMIT_MS,
  )
}

const CASES = [
  { kind: 'tcp', labels: 0, address: '127.0.1.191' },
  { kind: 'tcp', labels: 2, address: '127.0.1.192' },
  { kind: 'tls', labels: 2, address: '127.0.1.193' },
] as const

test('A printer that is off when its computer starts, and such that took labels before', async () => {
  // At once, because each takes its time.
  await Promise.all(
    CASES.map(async ({ kind, labels, address }) => {
      const printer = await startPrinter({ tlsPort: 0 })
      const id = `${kind}:127.0.0.1:${kind === 'tls' ? printer.tls?.port : printer.rawPort}`
      if (labels === 0) await printer.faults.set({ powerOff: true })
      const agent = await startAgent({ address, printers: id })
      expect(await assignServer(agent, id)).toMatchObject({ state: 'applied' })
      for (let label = 0; label < labels; label += 1)
        expect(await sendLabel(agent, realLabel('ups.zpl'))).toMatchObject({ ok: true })
      await rolled(printer, labels)
      await printer.faults.set({ powerOff: true })
      // A label that does not leave has it looked at soon; without one that takes up to a minute more.
      if (labels > 0) await sendLabel(agent, realLabel('ups.zpl'))
      await isSaidOff(agent)
      await printer.faults.set({ powerOff: false })
      const isWell = async () => (await agent.ask('status', null)).printing.printer?.conditions.length === 0
      await until('it is back', isWell, LIMIT_MS)
      if (labels > 0) await rolled(printer, labels + 1)
    }),
  )
}, 600_000)
