// A whole agent as the PrinterComputer of a TLS printer: labels, a restart, and a printer that shows another certificate.
import path from 'node:path'
import { expect, test } from 'vitest'
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { parseCommandLine } from '../../cli/arguments.ts'
import { carryOut } from '../../cli/commands.ts'
import { statusText } from '../../cli/computer/status-text.ts'
import type { TestPrinter } from '../../test-printer/label-printer.ts'
import { realLabels, sha256, startPrinter } from '../../test-printer/test/printer-rig.ts'
import { assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { sendLabel } from '../../test/send-label.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const LIMIT_MS = 30_000

async function rollHas(printer: TestPrinter, count: number): Promise<void> {
  await until(`label ${count}`, () => printer.roll.entries().length === count, LIMIT_MS)
}

/** A printer in its place that was set up anew: the same port, another certificate. */
async function exchanged(printer: TestPrinter): Promise<TestPrinter> {
  const tlsPort = printer.tls?.port ?? 0
  await printer.stop()
  return startPrinter({ tlsPort })
}

async function page(agent: InProcessAgent): Promise<string> {
  return statusText(await agent.ask('status', null), Date.now()).replaceAll(/\s+/g, ' ')
}

/** The command line as a person on the computer uses it. `answer` null: nobody sits there. */
async function run(
  dataFolder: string,
  args: readonly string[],
  answer: string | null = null,
): Promise<string> {
  const locations = { dataFolder, controlSocket: path.join(dataFolder, 'agent.sock') }
  const terminal = { environment: {}, locations, agentVersion: '0.1.0', nowMs: Date.now }
  const screen = { readInput: () => '', print: () => undefined, ask: () => answer }
  return carryOut(parseCommandLine(args).command, { ...terminal, ...screen }).then(
    ({ text }) => text,
    (error: unknown) => {
      if (error instanceof ProblemError) return `${error.code}: ${error.message}`
      throw error
    },
  )
}

test('Labels come out over TLS; another certificate makes them wait until a person says yes', async () => {
  let printer = await startPrinter({ tlsPort: 0 })
  const id = `tls:127.0.0.1:${printer.tls?.port}`
  const dataFolder = temporaryFolder()
  let agent = await startAgent({ address: '127.0.1.181', printers: id, dataFolder })
  expect(await run(dataFolder, ['trust', id])).toContain('There is nothing to confirm')
  expect(await assignServer(agent, id)).toMatchObject({ state: 'applied' })

  const labels = realLabels().slice(0, 3)
  for (const { bytes } of labels) expect(await sendLabel(agent, bytes)).toMatchObject({ ok: true })
  await rollHas(printer, 3)
  expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual(
    labels.map(({ bytes }) => sha256(bytes)),
  )
  const fingerprint = printer.tls?.fingerprint ?? ''
  const row = { id, name: id.slice(4), detail: `SHA-256 ${groupedFingerprint(fingerprint)}` }
  expect(await agent.ask('printers', null)).toContainEqual(row)
  expect(await run(dataFolder, ['printers'])).toContain(groupedFingerprint(fingerprint.slice(0, 24)))

  // What was learned is on the disk: another printer at this address is no new one.
  await agent.stop()
  printer = await exchanged(printer)
  agent = await startAgent({ address: '127.0.1.181', port: agent.port, printers: id, dataFolder })
  await until('the status', async () => (await page(agent)).includes('another certificate'), LIMIT_MS)
  expect(await page(agent)).toContain(
    'State Needs attention. The printer shows another certificate than before',
  )
  await sendLabel(agent, realLabels()[3]?.bytes ?? '')
  const waits = /label \S+ is waiting for printer for .*another certificate than the one that is trusted/
  await until('why it waits', async () => waits.test(await page(agent)), LIMIT_MS)
  expect([printer.roll.entries(), printer.odometer.labelsPrinted()]).toEqual([[], 0])

  const shown = printer.tls?.fingerprint ?? ''
  expect(await run(dataFolder, ['trust', id, '--yes', fingerprint])).toContain('Nothing was changed')
  expect(await run(dataFolder, ['trust', id], 'no')).toContain('Nothing was changed')
  expect((await run(dataFolder, ['trust', id])).replaceAll(/\s/g, '')).toContain(`New${shown}`)
  expect(await run(dataFolder, ['trust', id], 'yes')).toContain(`${id} is trusted with it from now on`)
  await rollHas(printer, 1)
  expect(printer.roll.entries()[0]?.sha256).toBe(sha256(realLabels()[3]?.bytes ?? Buffer.of()))
  await until('nothing wrong', async () => !(await page(agent)).includes('another certificate'), LIMIT_MS)
  expect(await run(dataFolder, ['trust', id])).toMatch(/There is nothing to confirm.*confirmed by a person/s)
  expect(await run(dataFolder, ['trust', 'tls:127.0.0.9'])).toMatch(/^not_found: .*agent printers/)
}, 120_000)

test('A certificate that the settings pin is the only one, and a command does not change it', async () => {
  const printer = await startPrinter({ tlsPort: 0 })
  const id = `tls:127.0.0.1:${printer.tls?.port}`
  const dataFolder = temporaryFolder()
  const agent = await startAgent({
    address: '127.0.1.182',
    printers: `${id}#sha256=${'0'.repeat(64)}`,
    dataFolder,
  })
  expect(await assignServer(agent, id)).toMatchObject({ state: 'applied' })
  await until('the status', async () => (await page(agent)).includes('another certificate'), LIMIT_MS)
  const refusal = await run(dataFolder, ['trust', id], 'yes')
  expect(refusal).toMatch(/^state_conflict: The setting Printers says which certificate/)
  await agent.stop()
  const digits = printer.tls?.fingerprint.toUpperCase().match(/../g)?.join(':') ?? ''
  const printers = `${id}#sha256=${digits}`
  const right = await startAgent({ address: '127.0.1.182', port: agent.port, printers, dataFolder })
  await sendLabel(right, '^XA^FDx^FS^XZ')
  await rollHas(printer, 1)
}, 120_000)
