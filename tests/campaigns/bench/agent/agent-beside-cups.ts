// One bundled agent with the printer, in a mount namespace of its own, where the print server of the computer is a private cupsd
// with thousands of queues. Linux, root.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { isListening } from '@pharmacy-relay/shared/test/is-listening.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { hasCupsd, startCupsd } from '../../../../agent/core/printers/test/cupsd.ts'
import { AGENT_NODE_ARGS } from '../../../../agent/launcher/layout.ts'
import { buildAgent } from '../../../../scripts/build/build-agent.ts'
import { startAssigningHub } from '../../../kit/assigning-hub.ts'
import { pairWithRig } from '../../../kit/pairing.ts'
import { agentEnvironment, assignmentsOf, within } from '../../../kit/programs.ts'

const COMPUTER = { name: 'BENCH-PRINTER', address: '127.0.4.31' }
const UNSHARE = '/usr/bin/unshare'
/** CUPS_SOCKET's folder, over which that of the private server is laid for the agent alone. */
const CUPS_FOLDER = '/run/cups'
const LIMIT_MS = 120_000

export interface AgentBesideCups {
  readonly address: string
  readonly port: number
  readonly controlSocket: string
  /** Socket of the print server. */
  readonly printServer: string
  readonly pid: () => number
  /** Ends it and starts it anew; how long until it takes labels, in milliseconds. */
  readonly restart: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** A text says why there is none. `queues`: of the print server. */
export async function agentBesideCups(
  printerPort: number,
  queues: number,
): Promise<AgentBesideCups | string> {
  if (!hasCupsd || !existsSync(UNSHARE)) return 'no cupsd, no unshare, or not root: npm run tools'
  const cupsd = await startCupsd(null, { offices: queues })
  const port = await freePort()
  const printers = `tcp:127.0.0.1:${printerPort}`
  const assignments = assignmentsOf({
    printer: COMPUTER.name,
    clients: [],
    printerName: printers,
    addresses: [COMPUTER.address],
    port,
  })
  const hub = await startAssigningHub(assignments)
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const { file } = await buildAgent()
  const environment = agentEnvironment({ ...COMPUTER, hubUrl: hub.url, folder, port, printers })
  mkdirSync(CUPS_FOLDER, { recursive: true })
  const launch = async (): Promise<{ child: ChildProcess; tookMs: number }> => {
    const log = openSync(path.join(folder, 'agent.log'), 'a')
    const script = `mount --bind '${path.dirname(cupsd.socketPath)}' ${CUPS_FOLDER} && exec "$@"`
    const args = ['-m', 'sh', '-c', script, 'sh', process.execPath, ...AGENT_NODE_ARGS, file, 'run']
    const startedAt = performance.now()
    const child = spawn(UNSHARE, args, { env: environment, stdio: ['ignore', log, log] })
    const takesLabels = until(
      'the agent takes labels',
      async () => isListening(port, COMPUTER.address),
      LIMIT_MS,
    )
    if (isFirst) await pairWithRig(environment.Agent__ControlSocket)
    isFirst = false
    await takesLabels
    return { child, tookMs: performance.now() - startedAt }
  }
  let isFirst = true
  let { child } = await launch()
  await within(hub.applied(COMPUTER.name), LIMIT_MS, 'the agent did not apply its assignment')
  const end = async (): Promise<void> => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return {
    address: COMPUTER.address,
    port,
    controlSocket: environment.Agent__ControlSocket,
    printServer: cupsd.socketPath,
    pid: () => child.pid ?? 0,
    restart: async () => {
      await end()
      const launched = await launch()
      child = launched.child
      return launched.tookMs
    },
    stop: async () => {
      await end()
      await hub.stop()
      await cupsd.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
