// The real agent for a hostile hub: on a folder and a port of its own, before a printer that takes every label.
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import type { AgentStatus } from '../../../../agent/contract/agent-api.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import { createAgent } from '../../../../agent/core/app/agent.ts'
import { NO_FAILPOINTS } from '../../../../agent/core/failpoints/failpoints.ts'
import { createJsonLogger } from '../../../../agent/core/logging/json-logger.ts'
import { GIVE_UP_MS } from '../../../../agent/core/relay/watchdog.ts'
import { hastyClock } from './hasty-clock.ts'

const ADDRESS = '127.0.9.7'
/** Shorter waits are waited. */
const HASTENED_FROM_MS = 20_000

export interface AgentUnderFuzz {
  readonly address: string
  readonly port: number
  /** As assignments name it. */
  readonly printerName: string
  readonly dataFolder: string
  status(): AgentStatus
  /** Joins the pharmacy of the hub with any code. */
  pair(): Promise<void>
  /** Everything that the printer got and was not asked for yet. */
  printed(): string
  /** What was logged and not asked for yet. */
  logged(): string
  /** When it would come back to the hub in a while only, it comes back now. */
  readonly hasten: () => void
  stop(): Promise<void>
}

export async function startAgentUnderFuzz(hubPort: number): Promise<AgentUnderFuzz> {
  const [dataFolder, port] = [mkdtempSync(path.join(tmpdir(), 'relay-fuzz-')), await freePort()]
  const printer = await startPaper()
  const { clock, hasten } = hastyClock({
    fromMs: HASTENED_FROM_MS,
    // A process that gives up is ended by whoever started it.
    except: GIVE_UP_MS,
  })
  const controlSocket = path.join(dataFolder, 'agent.sock')
  const printerName = `tcp:127.0.0.1:${printer.port}`
  let log = ''
  const agent = await createAgent({
    environment: environmentOf({ hubPort, port, printerName }),
    locations: { dataFolder, controlSocket },
    agentVersion: '1.0.0',
    clock,
    random: () => 0,
    failpoints: NO_FAILPOINTS,
    launcher: null,
    logger: createJsonLogger((line) => void (log += line)),
    onOnline: () => undefined,
    onStopRequested: () => undefined,
    onGiveUp: () => undefined,
  })
  await agent.start()
  return {
    address: ADDRESS,
    port,
    printerName,
    dataFolder,
    printed: printer.taken,
    hasten: () => {
      if (waitsLong(agent.status().hub)) hasten()
    },
    status: () => agent.status(),
    pair: async () => {
      await askAgent(controlSocket, 'pair', { code: 'BCDFGHJK', again: false, hubUrl: null })
    },
    logged: () => {
      const lines = log
      log = ''
      return lines
    },
    stop: async () => {
      await agent.stop()
      printer.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

function environmentOf(own: {
  readonly hubPort: number
  readonly port: number
  readonly printerName: string
}): Record<string, string> {
  return {
    Agent__HubUrl: `http://127.0.0.1:${own.hubPort}`,
    Agent__ComputerName: 'FUZZED',
    Agent__Username: 'fuzz',
    Agent__LocalAddress: ADDRESS,
    Agent__TcpPort: String(own.port),
    Agent__Printers: own.printerName,
  }
}

function waitsLong(hub: AgentStatus['hub']): boolean {
  if (hub.state === 'off') return true
  return 'nextTryAt' in hub && Date.parse(hub.nextTryAt) - Date.now() > 1_000
}

async function startPaper() {
  const sockets = new Set<net.Socket>()
  let text = ''
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  })
  return {
    port: await listening(server),
    taken: () => {
      const taken = text
      text = ''
      return taken
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
