// The PrinterComputer is killed while labels flow: each comes out once at one of both printers, or is called unknown.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeAll, expect, test } from 'vitest'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { AgentProcess } from '../../agent/test/agent-process.ts'
import { startAgent, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { assignPharmacy, usedPrinter } from '../../agent/test/standby-pharmacy.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { startTestHub } from '../../agent/test/test-hub.ts'
import { closedPort } from '../../agent/core/printers/test/printer-peer.ts'
import { buildAgent } from '../../scripts/build/build-agent.ts'
import { sha256, startPrinter } from '../../agent/test-printer/test/printer-rig.ts'

const [ADDRESS, KILLS, LIMIT_MS] = ['127.0.1.181', 2, 180_000] as const
/** Between two labels of one computer. */
const APART_MS = 60
/** In which a second copy would have come out. */
const SECOND_COPY_MS = 5_000

beforeAll(async () => void (await buildAgent()))

/** A whole computer as a process of its own, that can be killed and started again. */
async function dispensary(printer: string) {
  const [hub, dataFolder, port] = [await startTestHub(), temporaryFolder(), await closedPort()]
  const socket = path.join(dataFolder, 'agent.sock')
  const settings = {
    NODE_ENV: 'development',
    Agent__HubUrl: hub.url,
    Agent__ComputerName: 'PC-181',
    Agent__Username: 'test',
    Agent__LocalAddress: ADDRESS,
    Agent__TcpPort: String(port),
    Agent__Printers: printer,
    Agent__DataFolder: dataFolder,
    Agent__ControlSocket: socket,
  }
  let process = new AgentProcess(settings)
  await process.hear('ready')
  await askAgent(socket, 'pair', { code: 'BCDFGHJK', again: false, hubUrl: null })
  await process.hear('online')
  const { fingerprint } = await askAgent(socket, 'keys', null)
  return {
    hub,
    address: ADDRESS,
    port,
    device: { deviceKey: 'd'.repeat(64), certificateFingerprints: [fingerprint] },
    jobs: async () => askAgent(socket, 'jobs', { count: 1_000 }),
    kill: async () => process.end('SIGKILL'),
    start: async () => {
      process = new AgentProcess(settings)
      await process.hear('ready')
    },
  }
}

/** Labels of one computer, each another one, until it is told to stop; those that were taken. */
function flow(from: InProcessAgent) {
  const taken: string[] = []
  let isOver = false
  const done = (async () => {
    for (let n = 1; !isOver; n += 1) {
      const label = Buffer.from(`^XA^FO9,9^FD${from.address} ${n}^FS^XZ`)
      const sha = sha256(label)
      if ((await sendLabel(from, label)).ok) taken.push(sha)
      await delay(APART_MS)
    }
  })()
  return {
    end: async (): Promise<readonly string[]> => {
      isOver = true
      await done
      return taken
    },
  }
}

test('of two computers, no label is lost and none comes out twice', async () => {
  const [first, second] = [await startPrinter(), await startPrinter()]
  const printers = { first: `tcp:127.0.0.1:${first.rawPort}`, second: `tcp:127.0.0.1:${second.rawPort}` }
  const server = await dispensary(printers.first)
  const counter = await startAgent({ address: '127.0.1.182' })
  const standby = await startAgent({ address: '127.0.1.183', printers: printers.second })
  const computers = { dispensary: server, counter, standby }
  await assignPharmacy(computers, { printers, version: 1, over: { afterSeconds: 2 } })
  const flows = [flow(counter), flow(standby)]
  const came = (): string[] => [...first.roll.entries(), ...second.roll.entries()].map((one) => one.sha256)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [atFirst, atSecond] = [first.roll.entries().length, second.roll.entries().length]
    await until('labels at the first', () => first.roll.entries().length > atFirst + 20, LIMIT_MS)
    await server.kill()
    await until('labels at the standby', () => second.roll.entries().length > atSecond + 20, LIMIT_MS)
    await server.start()
    for (const agent of [counter, standby])
      await until('the first again', async () => (await usedPrinter(agent)) === 'first', LIMIT_MS)
  }
  const sent = (await Promise.all(flows.map(async ({ end }) => end()))).flat()
  // What the killed process was printing may be unknown: a person is asked, and nothing is sent twice.
  const unknown = async (): Promise<number> =>
    (await server.jobs()).filter(({ state }) => state === 'unknown').length
  await until(
    'every label has an end',
    async () => came().length + (await unknown()) >= sent.length,
    LIMIT_MS,
  )
  await delay(SECOND_COPY_MS)
  const all = came()
  const missing = sent.filter((sha) => !all.includes(sha))
  const doubled = all.filter((sha, index) => all.indexOf(sha) !== index)
  expect({ doubled, foreign: all.filter((sha) => !sent.includes(sha)) }).toEqual({ doubled: [], foreign: [] })
  expect(missing.length).toBeLessThanOrEqual(await unknown())
  expect(missing.length).toBeLessThanOrEqual(KILLS)
}, 900_000)
