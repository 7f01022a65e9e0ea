// Our way: the bundled agent twice, a Client whose port the labels go to and a PrinterComputer that writes to the sink.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { buildAgent } from '../../../../scripts/build/build-agent.ts'
import { pairWithRig } from '../../../kit/pairing.ts'
import { Supervisor } from '../../../../scripts/start/supervisor.ts'
import { startAssigningHub } from '../../../kit/assigning-hub.ts'
import { agentEnvironment, assignmentsOf, within } from '../../../kit/programs.ts'
import type { Sink } from './sink.ts'
import { slowAgent } from './slow-agent.ts'
import { rawSender, type Way } from './way.ts'

export interface AgentsWayOptions {
  /** Nobody answers where the PrinterComputer is said to be: its labels take the hub. */
  readonly isLanClosed?: boolean
  /** Each commit takes some milliseconds more, as on a slow disk. */
  readonly isDiskSlow?: boolean
}

const PRINTER_COMPUTER = { name: 'BENCH-DISPENSARY', address: '127.0.4.21' }
const CLIENT = { name: 'BENCH-COUNTER', address: '127.0.4.22' }
const NOBODY = '127.0.4.23'
const LIMIT_MS = 120_000

export async function agentsWay(
  sink: Sink,
  say: (text: string) => void,
  { isLanClosed = false, isDiskSlow = false }: AgentsWayOptions = {},
): Promise<Way> {
  const port = await freePort()
  const printers = `tcp:127.0.0.1:${sink.port}`
  const hub = await startAssigningHub(
    assignmentsOf({
      printer: PRINTER_COMPUTER.name,
      clients: [CLIENT.name],
      printerName: printers,
      addresses: [isLanClosed ? NOBODY : PRINTER_COMPUTER.address],
      port,
    }),
  )
  const supervisor = new Supervisor(say)
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const agent = isDiskSlow ? await slowAgent() : { ...(await buildAgent()), remove: () => undefined }
  const stop = async (): Promise<void> => {
    await supervisor.stopAll([])
    await hub.stop()
    agent.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const computer of [PRINTER_COMPUTER, CLIENT]) {
      const environment = agentEnvironment({ ...computer, hubUrl: hub.url, folder, port, printers })
      const args = [agent.file, 'run']
      await supervisor.start({ name: computer.name, args, environment, logFolder: folder })
      await pairWithRig(environment.Agent__ControlSocket)
    }
    for (const { name } of [PRINTER_COMPUTER, CLIENT])
      await within(hub.applied(name), LIMIT_MS, `${name} did not apply its assignment`)
  } catch (error) {
    await stop()
    throw error
  }
  return { send: rawSender(CLIENT.address, port), stop }
}
