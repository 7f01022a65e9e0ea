// The bundled agent with a printer and a hub, killed at a named step of a label and started again.
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect } from 'vitest'
import { assignmentOf } from '../../../../agent/core/assignment/test-assignment.ts'
import { closedPort } from '../../../../agent/core/printers/test/printer-peer.ts'
import { sendLabel } from '../../../../agent/test/send-label.ts'
import { AgentProcess } from '../../../../agent/test/agent-process.ts'
import { temporaryFolder } from '../../../../agent/test/temporary-folder.ts'
import { startTestHub } from '../../../../agent/test/test-hub.ts'
import { startPrinter } from '../../../../agent/test-printer/test/printer-rig.ts'
import type { AgentCall } from '../../../../agent/contract/agent-api.ts'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import { pairWithRig } from '../../../kit/pairing.ts'

const HOST = '127.0.1.61'
const label = (n: number): Buffer => Buffer.from(`^XA^FO50,50^A0N,30,30^FDlabel ${n}^FS^XZ`)

/** An agent with a printer, which dies at the failpoint; `restart` starts it without. */
export async function agentThatDies(failpoint: string) {
  const printer = await startPrinter()
  const hub = await startTestHub()
  const port = await closedPort()
  const printerName = `tcp:127.0.0.1:${printer.rawPort}`
  hub.assignment = assignmentOf({ role: 'Server', printerName, tcpPort: port, version: 1 })
  const settings = {
    Agent__HubUrl: hub.url,
    Agent__ComputerName: 'COUNTER-1',
    Agent__LocalAddress: HOST,
    Agent__Printers: printerName,
    Agent__DataFolder: temporaryFolder(),
  }
  const dying = new AgentProcess({ ...settings, Agent__Failpoint: failpoint })
  const socket = path.join(settings.Agent__DataFolder, 'agent.sock')
  await pairWithRig(socket)
  await until('the assignment', () => hub.configs.at(-1)?.state === 'applied')
  const send = async (n: number) => sendLabel({ address: HOST, port }, label(n))
  return {
    printer,
    send,
    ask: async <M extends 'pause' | 'resume'>(method: M, params: AgentCall<M>) =>
      askAgent(socket, method, params),
    dies: async () => {
      expect(await dying.exitCode()).toBeNull()
      expect(dying.child.signalCode).toBe('SIGKILL')
    },
    restart: async () => {
      await new AgentProcess(settings).hear('ready')
    },
    /** Oldest first. */
    jobs: async () => (await askAgent(socket, 'jobs', null)).toReversed(),
    paper: () => printer.roll.entries().reduce((sum, { labelsPrinted }) => sum + labelsPrinted, 0),
  }
}

type Dying = Awaited<ReturnType<typeof agentThatDies>>

export async function reach({ jobs }: Dying, ...states: string[]): Promise<void> {
  let seen: string[] = []
  await until(`${states.join(', ')}`, async () => {
    seen = (await jobs()).map(({ state }) => state)
    return JSON.stringify(seen) === JSON.stringify(states)
  }).catch((error: unknown) => expect(seen, String(error)).toEqual(states))
}
