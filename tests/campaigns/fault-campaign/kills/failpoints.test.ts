// The bundled agent killed at every named step of a label, and started again: nothing accepted is lost, nothing comes
// out twice, and what is in doubt says so. A campaign of thousands is a command of its own.
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as delay } from 'node:timers/promises'
import { assignmentOf } from '../../../../agent/core/assignment/test-assignment.ts'
import { closedPort } from '../../../../agent/core/printers/test/printer-peer.ts'
import { sendLabel } from '../../../../agent/test/send-label.ts'
import { AgentProcess } from '../../../../agent/test/agent-process.ts'
import { temporaryFolder } from '../../../../agent/test/temporary-folder.ts'
import { startTestHub } from '../../../../agent/test/test-hub.ts'
import { startPrinter } from '../../../../agent/test-printer/test/printer-rig.ts'
import type { AgentCall } from '../../../../agent/contract/agent-api.ts'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import { buildAgent } from '../../../../scripts/build/build-agent.ts'
import { pairWithRig } from '../../../kit/pairing.ts'

const HOST = '127.0.1.61'
/** Longer than the agent waits before it looks at a printer that is idle. */
const IDLE_MS = 7_500
const label = (n: number): Buffer => Buffer.from(`^XA^FO50,50^A0N,30,30^FDlabel ${n}^FS^XZ`)

beforeAll(async () => void (await buildAgent()))

/** An agent with a printer, which dies at the failpoint; `restart` starts it without. */
async function agentThatDies(failpoint: string) {
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

async function reach({ jobs }: Dying, ...states: string[]): Promise<void> {
  let seen: string[] = []
  await until(`${states.join(', ')}`, async () => {
    seen = (await jobs()).map(({ state }) => state)
    return JSON.stringify(seen) === JSON.stringify(states)
  }).catch((error: unknown) => expect(seen, String(error)).toEqual(states))
}

describe('Killed before the commit', () => {
  test.each(['FP0', 'FP1'])('at %s the label was never taken, and nothing comes out', async (name) => {
    const agent = await agentThatDies(name)
    // The system closes for a process that was killed, so that a raw sender cannot see the difference.
    await agent.send(1)
    await agent.dies()
    await agent.restart()
    expect([await agent.jobs(), agent.paper()]).toEqual([[], 0])
  })
})

test('Killed at FP2, behind the commit of a label that waits its turn, each comes out after the restart, once', async () => {
  const agent = await agentThatDies('FP2:2')
  // A printer that is away is tried now and then, and a kill in a try leaves a doubt: paused, nothing is tried.
  await agent.ask('pause', { minutes: 30 })
  await agent.send(1)
  await reach(agent, 'waiting_for_printer')
  await agent.send(2)
  await agent.dies()
  await agent.restart()
  await agent.ask('resume', null)
  await reach(agent, 'sent_to_printer', 'sent_to_printer')
  expect(agent.paper()).toBe(2)
})

describe('Killed while it sends to a printer of which nothing is known yet', () => {
  // A label with nothing before it is committed with its first try: at FP2 it stands as at FP9.
  test.each([
    ['FP2', 0],
    ['FP9', 0],
    ['FP10', 0],
    ['FP11', 1],
    ['FP12', 1],
  ] as const)(
    'at %s the label is unknown, is not sent again, and the next one comes out',
    async (name, onPaper) => {
      const agent = await agentThatDies(name)
      await agent.send(1)
      await agent.dies()
      await agent.restart()
      expect((await agent.jobs()).map(({ state }) => state)).toEqual(['unknown'])
      await agent.send(2)
      await reach(agent, 'unknown', 'sent_to_printer')
      await until('the paper', () => agent.paper() === onPaper + 1)
    },
  )

  test('at FP13, behind the commit of the outcome, nothing is in doubt', async () => {
    const agent = await agentThatDies('FP13')
    await agent.send(1)
    await agent.dies()
    await agent.restart()
    await reach(agent, 'sent_to_printer')
    await until('the paper', () => agent.paper() === 1)
  })
})

describe('Killed while it sends to a printer that counts its labels', () => {
  test.each([
    ['FP2', 'behind the commit', 'printed'],
    ['FP9', 'before the first byte', 'printed'],
    ['FP12', 'behind the confirmation', 'printed'],
  ] as const)('at %s, %s, the counter decides: each label comes out once', async (name, _where, state) => {
    const agent = await agentThatDies(`${name}:4`)
    for (const n of [1, 2]) await agent.send(n)
    await reach(agent, 'sent_to_printer', 'sent_to_printer')
    await delay(IDLE_MS)
    await agent.send(3)
    await reach(agent, 'sent_to_printer', 'sent_to_printer', 'printed')
    await agent.send(4)
    await agent.dies()
    await agent.restart()
    await reach(agent, 'sent_to_printer', 'sent_to_printer', 'printed', state)
    expect(agent.paper()).toBe(4)
  })
})
