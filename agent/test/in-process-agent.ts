// A whole agent within a test: its own data folder, hub, loopback address and control socket; gone after the test.
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { AgentMethod, AgentCall, AgentReplyData } from '../contract/agent-api.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ConfigReport, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished } from 'vitest'
import { askAgent } from '../contract/socket-client.ts'
import { createAgent } from '../core/app/agent.ts'
import { assignmentOf, targetOf } from '../core/assignment/test-assignment.ts'
import { NO_FAILPOINTS } from '../core/failpoints/failpoints.ts'
import { createJsonLogger } from '../core/logging/json-logger.ts'
import type { LocalSpooler } from '../core/printers/winspool/local/local-spooler.ts'
import type { LauncherLine } from '../core/updates/launcher-line.ts'
import { closedPort } from '../core/printers/test/printer-peer.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { startTestHub, type TestHub } from './test-hub.ts'

const PAIRING = { code: 'BCDFGHJK', again: false, hubUrl: null }

export interface AgentOptions {
  readonly address: string
  /** The setting Printers. */
  readonly printers?: string
  readonly clock?: Clock
  readonly dataFolder?: string
  /** As a service has it: a launcher started it, and could exchange it. */
  readonly isService?: boolean
  /** No hub ever answers; a new computer then belongs to no pharmacy. */
  readonly isHubAway?: boolean
  /** Instead of one of its own. */
  readonly hub?: TestHub
  /** Where it connects instead of to that hub. */
  readonly hubUrl?: string
  /** The environment names no hub. */
  readonly hubUrlBySetting?: boolean
  /** Nobody pairs it. */
  readonly isUnpaired?: boolean
  /** What adds printers to Windows; left out, this system's own. */
  readonly localSpooler?: LocalSpooler
  /** The port that it opens as Client. */
  readonly port?: number
  readonly gatewayUrl?: string
  /** A pharmacist may sign in on the pages of `agent open`, too. */
  readonly browserSignIn?: boolean
}

export interface InProcessAgent {
  readonly hub: TestHub
  readonly address: string
  readonly port: number
  /** As assignments name it. */
  readonly device: { readonly deviceKey: string; readonly certificateFingerprints: string[] }
  readonly log: () => string
  /** As the window of the tray asks. */
  ask<M extends AgentMethod>(method: M, params: AgentCall<M>): Promise<AgentReplyData<M>>
  /** Resolves with what became of it. */
  assign(assignment: PrinterAssignment): Promise<ConfigReport>
  stop(): Promise<void>
}

const LAUNCHER: LauncherLine = {
  protocol: 1,
  ownFolder: import.meta.dirname,
  ask: () => undefined,
  onRefused: () => undefined,
}

export async function startAgent(options: AgentOptions): Promise<InProcessAgent> {
  const {
    address,
    printers,
    clock = systemClock,
    dataFolder = temporaryFolder(),
    isHubAway = false,
    isUnpaired = false,
  } = options
  const port = options.port ?? (await closedPort())
  const hub = options.hub ?? (await startTestHub())
  const controlSocket = path.join(dataFolder, 'agent.sock')
  let log = ''
  let isOnline = false
  const agent = await createAgent({
    environment: {
      ...(options.hubUrlBySetting === true
        ? {}
        : { Agent__HubUrl: isHubAway ? 'http://127.0.0.1:1' : (options.hubUrl ?? hub.url) }),
      Agent__ComputerName: `PC-${address.split('.').at(-1)}`,
      Agent__Username: 'test',
      Agent__LocalAddress: address,
      Agent__TcpPort: String(port),
      Agent__Printers: printers,
      Agent__GatewayUrl: options.gatewayUrl,
      Agent__BrowserSignIn: String(options.browserSignIn ?? false),
    },
    locations: { dataFolder, controlSocket },
    agentVersion: '0.1.0',
    clock,
    random: () => 0,
    failpoints: NO_FAILPOINTS,
    localSpooler: options.localSpooler,
    launcher: options.isService === true ? LAUNCHER : null,
    logger: createJsonLogger((line) => void (log += line)),
    onOnline: () => void (isOnline = true),
    onStopRequested: () => undefined,
    onGiveUp: () => undefined,
  })
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (!isStopped) await agent.stop()
    isStopped = true
  }
  onTestFinished(stop)
  await agent.start()
  if (!isHubAway && !isUnpaired) {
    if (agent.status().pharmacyId === null) await askAgent(controlSocket, 'pair', PAIRING)
    await until('the registration', () => isOnline)
  }
  const certificateFingerprints = [agent.status().keys.fingerprint]
  const deviceKey = createHash('sha256').update(address).digest('hex')
  return {
    hub,
    address,
    port,
    log: () => log,
    stop,
    device: { deviceKey, certificateFingerprints },
    ask: async (method, params) => askAgent({ path: controlSocket, door: 'tray' }, method, params),
    assign: async (assignment) => {
      const before = hub.configs.length
      await hub.assign(assignment)
      await until('the outcome', () => hub.configs.length > before)
      const report = hub.configs.at(-1)
      if (report === undefined) throw new Error('no report')
      return report
    },
  }
}

/** `clients`: those whose links it takes. */
export async function assignServer(
  agent: InProcessAgent,
  printerName: string,
  { version = 1, clients = [] }: { readonly version?: number; readonly clients?: InProcessAgent[] } = {},
) {
  const { port: tcpPort } = agent
  const body = { printerName, tcpPort, version, clients: clients.map(({ device }) => device) }
  return agent.assign(assignmentOf({ role: 'Server', ...body }))
}

export async function assignClient(agent: InProcessAgent, to: InProcessAgent, version = 1) {
  const { address, port, device } = to
  const target = targetOf({
    computerName: `PC-${address.split('.').at(-1)}`,
    addresses: [address],
    tcpPort: port,
    ...device,
  })
  return agent.assign(assignmentOf({ role: 'Client', target, version }))
}
