// A portal before a real NATS that is killed: pages and streams say so, and everything that the portal serves goes on.
import { hasNats, NATS_NEEDED, soon, startNats } from '@pharmacy-relay/relay-server/hub/mesh/test-nats.ts'
import { NatsUrlText } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { describe, expect, test } from 'vitest'
import { startPortalRig } from '../test/portal-rig.ts'
import { openStream } from '../test/test-stream.ts'

const HIDDEN = /id="nats-away"><span class="notice notice-warning" hidden>/
const SHOWN = /id="nats-away"><span class="notice notice-warning">/

describe.skipIf(!hasNats)(`a portal whose NATS is away (${NATS_NEEDED})`, () => {
  test('says so on its pages and streams, and takes it back when NATS is there again', async () => {
    const nats = await startNats()
    const rig = await startPortalRig({ options: { nats: NatsUrlText.parse(nats.url) } })
    const browser = await rig.signedIn()
    const page = async (): Promise<string> => {
      const { status, text } = await browser.get('/relay/P-1001')
      expect(status).toBe(200)
      return text
    }
    const beat = async (): Promise<unknown> => {
      const stream = await openStream(browser)
      const { data } = await stream.next('beat')
      stream.close()
      return data
    }
    await soon(async () => expect(await page()).toMatch(HIDDEN))
    expect(await beat()).toEqual({ isNatsAway: false })

    await nats.kill()
    await soon(async () => expect(await page()).toMatch(SHOWN))
    expect(await beat()).toEqual({ isNatsAway: true })

    await nats.start()
    await soon(async () => expect(await page()).toMatch(HIDDEN))
    expect(await beat()).toEqual({ isNatsAway: false })
  })

  test('that it never had is not missed', async () => {
    const rig = await startPortalRig()
    expect((await (await rig.signedIn()).get('/relay')).text).toMatch(HIDDEN)
  })
})
