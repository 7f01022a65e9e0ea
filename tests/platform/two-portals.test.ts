// Two portals and a real NATS, as the README says: computers on different hubs reach each other, and without NATS the portals
// stay up and say what does not work.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { hasNats, NATS_NEEDED, startNats } from '@pharmacy-relay/relay-server/hub/mesh/test-nats.ts'
import { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { agentCommand, AgentProcess } from '../../agent/test/agent-process.ts'
import { METRICS_ABOVE, startDemo, waitUntil, type RunningDemo } from '../running-demo.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LIMIT_MS = 60_000
const NATS_AWAY = 'ready\nNATS is away: devices reach each other only where both are on this hub\n'

async function replyOf(url: string): Promise<string> {
  return fetch(url).then(
    async (reply) => reply.text(),
    () => '',
  )
}

/** `npm run portal` with the settings of the running one, on a port of its own. Resolves with that port. */
async function startSecondPortal(demo: RunningDemo): Promise<number> {
  const port = await freePort([METRICS_ABOVE])
  const program = spawn(process.execPath, ['scripts/run.cjs', 'portal/main.ts'], {
    ...{ cwd: ROOT, stdio: 'ignore' },
    env: {
      ...{ PATH: process.env['PATH'], ...demo.environment, Portal__Port: String(port) },
      ...{ Portal__PublicUrl: `http://127.0.0.1:${port}`, Services__Gateway: demo.demo.gatewayUrl },
    },
  })
  onTestFinished(() => void program.kill('SIGKILL'))
  const isReady = async (): Promise<boolean> => (await replyOf(opsUrl(port, 'readyz'))) === 'ready\n'
  await waitUntil(isReady, LIMIT_MS, () => 'the second portal is not ready')
  return port
}

function opsUrl(port: number, what: 'readyz' | 'metrics'): string {
  return `http://127.0.0.1:${port + METRICS_ABOVE}/${what}`
}

describe.skipIf(!hasNats)(`Two portals (${NATS_NEEDED})`, { timeout: 5 * LIMIT_MS }, () => {
  test('carry a link between their computers, and say it when NATS is away', async () => {
    const nats = await startNats()
    const demo = await startDemo({
      ...{ platformOnly: false, dataFolder: null },
      environment: { Nats__Url: nats.url },
    })
    onTestFinished(async () => demo.stop())
    const port = await startSecondPortal(demo)
    const Agent__DataFolder = path.join(demo.dataFolder, 'agents', 'counter-1')
    await demo.command('stop', 'COUNTER-1')
    const { rawHost, tcpPort } = computerOf(demo, 'COUNTER-1')
    const agent = new AgentProcess({
      ...{ Agent__DataFolder, Agent__ComputerName: 'COUNTER-1', Agent__Username: 'till1' },
      ...{ Agent__HubUrl: `http://127.0.0.1:${port}` },
      ...{ Agent__LocalAddress: rawHost, Agent__TcpPort: String(tcpPort) },
    })
    await waitUntil(
      () => agent.told.includes('online'),
      LIMIT_MS,
      () => agent.log,
    )
    /** The verdict on a link to DISPENSARY, which is on the first portal, through the hubs. */
    const hubPath = async (): Promise<string | undefined> => {
      const { output } = await agentCommand(['doctor', '--json'], { Agent__DataFolder })
      return Diagnosis.parse(JSON.parse(output)).hops.find(({ hop }) => hop === 'hub_path')?.verdict
    }
    await waitUntil(
      async () => (await hubPath()) === 'ok',
      LIMIT_MS,
      () => `no way through the hubs: ${agent.log}`,
    )
    expect(await replyOf(opsUrl(port, 'metrics'))).toMatch(/relay_hub_mesh\{figure="relayedToHubs"\} [1-9]/)

    await nats.kill()
    const away = async (): Promise<boolean> => (await replyOf(opsUrl(port, 'readyz'))) === NATS_AWAY
    await waitUntil(away, LIMIT_MS, () => 'the portal does not say that NATS is away')
    await waitUntil(
      async () => (await hubPath()) !== 'ok',
      LIMIT_MS,
      () => 'the way through the hubs is still there',
    )
    expect(agent.child.exitCode).toBe(null)
    await nats.start()
    await waitUntil(
      async () => (await hubPath()) === 'ok',
      LIMIT_MS,
      () => `no way through the hubs again: ${agent.log}`,
    )
  })
})

function computerOf(demo: RunningDemo, name: string) {
  const computer = demo.demo.pharmacies
    .flatMap(({ computers }) => computers)
    .find(({ computerName }) => computerName === name)
  if (computer === undefined) throw new Error(`there is no ${name}`)
  return computer
}
