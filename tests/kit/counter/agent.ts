// A counter of a rig: the bundled agent as a process, with a printer, whose pharmacist signs in with the token that the rig has.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import type { AgentCall, AgentMethod, AgentReplyData } from '../../../agent/contract/agent-api.ts'
import { askAgent } from '../../../agent/contract/socket-client.ts'
import { buildAgent } from '../../../scripts/build/build-agent.ts'
import { startAssigningHub } from '../assigning-hub.ts'
import { startCounterGateway, type CounterGatewayParts } from './gateway.ts'
import { pairWithRig } from '../pairing.ts'
import { agentEnvironment, assignmentsOf, within } from '../programs.ts'

export interface CounterAgent {
  /** As the window asks. */
  ask<M extends AgentMethod>(method: M, params: AgentCall<M>): Promise<AgentReplyData<M>>
  readonly pid: number
  /** Where programs hand labels in, as the agent's own address. */
  readonly port: number
  /** What it asked gateway and APIs for, so far. */
  readonly addresses: () => readonly string[]
  /** All that it leaves is in its files then. */
  readonly stop: () => Promise<void>
}

export interface CounterAgentParts extends CounterGatewayParts {
  /** Its data and its log are below it. */
  readonly folder: string
  /** As settings name it: `tcp:127.0.0.1:9100`. */
  readonly printer: string
}

const NAME = 'COUNTER'
const LIMIT_MS = 120_000

export async function startCounterAgent(parts: CounterAgentParts): Promise<CounterAgent> {
  const { folder, printer } = parts
  const port = await freePort()
  const roles = { printer: NAME, clients: [], printerName: printer, addresses: ['127.0.0.1'], port }
  const [hub, gateway] = [await startAssigningHub(assignmentsOf(roles)), await startCounterGateway(parts)]
  const { file } = await buildAgent()
  const place = { name: NAME, address: null, hubUrl: hub.url, folder, port, printers: printer }
  const env = {
    ...agentEnvironment(place),
    Agent__GatewayUrl: gateway.url,
    Agent__BrowserSignIn: 'true',
    Agent__LogLevel: 'debug',
  }
  const log = openSync(path.join(folder, 'agent.log'), 'a')
  const child = spawn(process.execPath, [file, 'run'], { env, stdio: ['ignore', log, log] })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    }
    gateway.stop()
    await hub.stop()
  }
  const to = { path: env.Agent__ControlSocket, door: 'tray' } as const
  try {
    await pairWithRig(env.Agent__ControlSocket, LIMIT_MS)
    await within(hub.applied(NAME), LIMIT_MS, 'the agent did not apply its assignment')
    return {
      ask: async (method, params) => askAgent(to, method, params),
      pid: child.pid ?? 0,
      port,
      addresses: gateway.addresses,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
