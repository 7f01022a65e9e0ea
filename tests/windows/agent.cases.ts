// The whole bundled agent on Windows' Node in Wine, as the computer that has the printer: paired by its own command line,
// assigned by the real hub, a label sent to its port, and the same bytes at the test printer.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasCupsd, privateCupsd } from '../../agent/core/printers/test/private-cupsd.ts'
import { closedPort } from '../../agent/core/printers/test/printer-peer.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { realLabels, sha256, startPrinter } from '../../agent/test-printer/test/printer-rig.ts'
import { buildAgent } from '../../scripts/build/build-agent.ts'
import { AssigningHub } from '../kit/assigning-hub.ts'
import { assignmentsOf } from '../kit/programs.ts'
import { isWineReady, layPackages, NEEDS_WINE, startOnWindows } from './windows-rig.ts'

const NAME = 'DISPENSARY'
const ADDRESS = '127.0.1.211'

/** Node 22 cannot have agent.mjs, which asks for 24; what it loads runs. */
const PROGRAM = 'agent-bundle.mjs'

async function windowsAgent(hubUrl: string, cupsSocket: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'windows-agent-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await buildAgent({ folder })
  layPackages(folder)
  const env = {
    CUPS_SERVER: cupsSocket,
    Agent__HubUrl: hubUrl,
    Agent__ComputerName: NAME,
    Agent__Username: 'test',
    Agent__LocalAddress: ADDRESS,
    Agent__DataFolder: 'data',
  }
  const run = startOnWindows(folder, [PROGRAM, 'run'], env)
  onTestFinished(async () => run.stop())
  const command = async (...args: readonly string[]) => {
    const program = startOnWindows(folder, [PROGRAM, ...args], env)
    return { code: await program.ended, output: program.output() }
  }
  return { command, output: () => run.output() }
}

describe.skipIf(!isWineReady() || !hasCupsd)(`The agent on Windows ${NEEDS_WINE}`, () => {
  test('prints on a printer that is set up in Windows: every label as it was sent', async () => {
    const printer = await startPrinter()
    const cupsd = await privateCupsd()
    await cupsd.addQueue('ZD421', printer.rawPort)
    const hub = new AssigningHub()
    onTestFinished(async () => hub.stop())
    hub.add(NAME)
    await hub.start()
    const agent = await windowsAgent(hub.url, cupsd.socketPath)
    await until('it runs', () => agent.output().includes('agent.ready'))
    expect((await agent.command('pair', 'BCDF-GHJK')).code).toBe(0)

    const port = await closedPort()
    const place = { printerName: 'win:ZD421', addresses: [ADDRESS], port }
    hub.assign(assignmentsOf({ ...place, printer: NAME, clients: [], others: [] }))
    await until(`its role is applied: ${agent.output()}`, () => hub.isApplied(NAME))

    // What leads to it: told by the agent, and done by the command itself, as far as Wine's Windows goes.
    const { output } = await agent.command('local-printer')
    expect(output).toContain('not in Windows')
    expect(output).toContain(`${ADDRESS}:${port}`)
    const added = await agent.command('local-printer', 'add', '--no-ask')
    expect(added.output).toContain('this Windows has no TCP/IP printer ports')
    expect(added.code).toBe(1)

    const labels = realLabels().map(({ bytes }) => bytes)
    for (const label of labels)
      expect(await sendLabel({ address: ADDRESS, port }, label)).toMatchObject({ ok: true })
    await until('the labels', () => printer.roll.entries().length >= labels.length)
    expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual(labels.map(sha256))
    expect((await agent.command('jobs')).output).toContain('sent to printer')
  })
})
