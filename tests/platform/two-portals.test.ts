// Two portals behind a balancer and a real NATS, as the README says: computers on different hubs reach each other, one portal
// may die, and without NATS the portals stay up and say what does not work.
import { hasNats, NATS_NEEDED, startNats } from '@pharmacy-relay/relay-server/hub/mesh/test-nats.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askAgent } from '../../agent/contract/socket-client.ts'
import type { TestBrowser } from '../../portal/test/test-browser.ts'
import { startBalancer } from '../balancer.ts'
import { controlSocketOf } from '../demo-computers.ts'
import { startDemo, waitUntil, type RunningDemo } from '../running-demo.ts'
import { browserOf, openPanel } from './panel.ts'
import { portalPort, portalReply, startPortal } from './second-portal.ts'

const LIMIT_MS = 180_000
const NATS_AWAY = 'ready\nNATS is away: devices reach each other only where both are on this hub\n'

/** The demo, whose agents and browsers know the balancer's address only, and the ports of its two portals. */
async function startBehindBalancer(natsUrl: string) {
  const [front, first, second] = [await freePort(), await portalPort(), await portalPort()]
  await startBalancer(front, [first, second])
  const demo = await startDemo({
    platformOnly: false,
    dataFolder: null,
    environment: {
      Nats__Url: natsUrl,
      Portal__Port: String(first),
      Portal__PublicUrl: `http://127.0.0.1:${front}`,
    },
  })
  onTestFinished(async () => demo.stop())
  return { demo, first, second }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  return waitUntil(holds, LIMIT_MS, () => what)
}

async function hasSessions(port: number, count: number): Promise<boolean> {
  return (await portalReply(port, 'metrics')).includes(`relay_hub{figure="sessions"} ${count}\n`)
}

/** Starts again and goes to the second portal, which has the fewest connections. */
async function moveCounter1({ demo, second }: { readonly demo: RunningDemo; readonly second: number }) {
  await demo.command('stop', 'COUNTER-1')
  await demo.command('start', 'COUNTER-1')
  await until('COUNTER-1 is on the second portal', async () => hasSessions(second, 1))
}

/** Whether COUNTER-1 reaches DISPENSARY, which is on the first portal, through the hubs. */
async function isHubPathUp(running: RunningDemo): Promise<boolean> {
  const { hops } = await askAgent(controlSocketOf(running, 'COUNTER-1'), 'doctor', null)
  return hops.find(({ hop }) => hop === 'hub_path')?.verdict === 'ok'
}

/** From a page that says that NATS is away: each computer answers staff, whichever portal it is on. */
async function expectAllAskable(admin: TestBrowser): Promise<void> {
  const { text } = await admin.get('/relay/P-1001')
  expect(text).toMatch(/id="nats-away"><span class="notice notice-warning">/)
  const computers = [...text.matchAll(/form="request-check" name="computer" value="(\d+)"/g)]
  expect(computers.length).toBeGreaterThan(1)
  const csrf = await admin.csrfOf('/relay/P-1001')
  for (const [, computer = ''] of computers) {
    const answer = await admin.post('/relay/P-1001/check', { csrf, computer })
    expect([answer.status, answer.text.includes('class="hop-table"')]).toEqual([200, true])
  }
}

describe.skipIf(!hasNats)(`Two portals (${NATS_NEEDED})`, () => {
  test('behind a balancer serve all computers, also when one dies and when NATS is away', async () => {
    const nats = await startNats()
    const portals = await startBehindBalancer(nats.url)
    const { demo, first, second } = portals
    const { kill: killSecond } = await startPortal(demo, { port: second })
    await moveCounter1(portals)
    await until('a way through the hubs', async () => isHubPathUp(demo))
    expect(await portalReply(second, 'metrics')).toMatch(/relay_hub_mesh\{figure="relayedToHubs"\} [1-9]/)

    const admin = await browserOf(demo.demo, 'Admin')
    killSecond()
    await until('all computers are on the first portal', async () => hasSessions(first, 5))
    expect((await admin.get('/relay/P-1001')).status).toBe(200)
    const panel = await openPanel(demo.demo, 'Admin')
    await until('all computers are online', async () =>
      Object.values(await panel.presence()).every((state) => state === 'online'),
    )
    await startPortal(demo, { port: second })
    await moveCounter1(portals)
    await until('a way through the hubs again', async () => isHubPathUp(demo))

    await nats.kill()
    await until(
      'the portal says that NATS is away',
      async () => (await portalReply(second, 'readyz')) === NATS_AWAY,
    )
    await until('no way through the hubs', async () => !(await isHubPathUp(demo)))
    expect([await hasSessions(first, 4), await hasSessions(second, 1)]).toEqual([true, true])
    await expectAllAskable(admin)
    await nats.start()
    await until('a way through the hubs once more', async () => isHubPathUp(demo))
  })
})
