// The bundled agent killed while a label stands in its serial port: a port has it, and nobody knows what comes out of it.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { assignmentOf } from '../../../../agent/core/assignment/test-assignment.ts'
import {
  bridgeTo,
  hasPseudoTerminals,
  serialCable,
} from '../../../../agent/core/printers/device/test/test-cable.ts'
import { closedPort } from '../../../../agent/core/printers/test/printer-peer.ts'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import { AgentProcess } from '../../../../agent/test/agent-process.ts'
import { sendLabel } from '../../../../agent/test/send-label.ts'
import { temporaryFolder } from '../../../../agent/test/temporary-folder.ts'
import { startTestHub } from '../../../../agent/test/test-hub.ts'
import { sha256, startPrinter } from '../../../../agent/test-printer/test/printer-rig.ts'
import { buildAgent } from '../../../../scripts/build/build-agent.ts'
import { pairWithRig } from '../../../kit/pairing.ts'
import { TRUE_DRAIN } from '../../../kit/printer-place.ts'

const HOST = '127.0.1.62'
const label = (text: string): Buffer => Buffer.from(`^XA^FO50,50^A0N,30,30^FD${text}^FS^XZ`)
const ONE = label('one')
const TWO = label('two')

test.skipIf(!hasPseudoTerminals)(
  'Killed while the port holds the label, it is unknown, is not sent again, and the next one comes out (Linux)',
  async () => {
    await buildAgent()
    const [printer, hub, port, cable] = [
      await startPrinter({ isLine: true }),
      await startTestHub(),
      await closedPort(),
      await serialCable(),
    ]
    const printerName = `serial:${cable.port}`
    hub.assignment = assignmentOf({ role: 'Server', printerName, tcpPort: port, version: 1 })
    const settings = {
      NODE_OPTIONS: `--import=${pathToFileURL(TRUE_DRAIN).href}`,
      Agent__HubUrl: hub.url,
      Agent__ComputerName: 'COUNTER-1',
      Agent__LocalAddress: HOST,
      Agent__Printers: printerName,
      Agent__DataFolder: temporaryFolder(),
    }
    const socket = path.join(settings.Agent__DataFolder, 'agent.sock')
    const states = async (): Promise<string[]> =>
      (await askAgent(socket, 'jobs', null)).toReversed().map(({ state }) => state)
    const first = new AgentProcess(settings)
    await pairWithRig(socket)
    await until('the assignment', () => hub.configs.at(-1)?.state === 'applied')
    // Nobody takes it from the cable.
    expect(await sendLabel({ address: HOST, port }, ONE)).toMatchObject({ ok: true })
    await until('the label is in the port', () => cable.unread() > ONE.length)
    expect(await states()).toEqual(['sending'])
    await first.end('SIGKILL')

    await new AgentProcess(settings).hear('ready')
    expect(await states()).toEqual(['unknown'])
    bridgeTo(cable, printer.rawPort)
    expect(await sendLabel({ address: HOST, port }, TWO)).toMatchObject({ ok: true })
    await until('the next label', () => printer.roll.entries().some((one) => one.sha256 === sha256(TWO)))
    await until('its state', async () => (await states()).at(-1) === 'sent_to_printer')
    expect(await states()).toEqual(['unknown', 'sent_to_printer'])
    // What the port still held came out, too: once.
    expect(printer.roll.entries().map((one) => one.labelsPrinted)).toEqual([1, 1])
  },
)
