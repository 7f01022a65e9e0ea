// The portal's end of the store hub for a hostile store: its real subscription and relay hub, with devices that go on.
import { PortalStreams } from '../../../../portal/events/portal-streams.ts'
import { startRelayFeed } from '../../../../portal/events/relay-feed.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { eventText, type ClientInput } from '../agent/client-inputs.ts'
import { hastyClock } from '../agent/hasty-clock.ts'
import { HostileHub, type HubLine } from '../agent/hostile-hub.ts'
import { startHubUnderFuzz } from '../devices/hub-under-fuzz.ts'
import { portalInputs } from './store-inputs.ts'

const LIMIT_MS = 120_000
/** Shorter waits are waited. */
const HASTENED_FROM_MS = 20
/** Of a connection that is under way. */
const CONNECT_MS = 5_000

export interface PortalUnderFuzz {
  input(seed: number, inputNumber: number): ClientInput
  /** The portal's connection, that far. */
  lineAt(stage: ClientInput['stage']): Promise<HubLine>
  /** A good store is subscribed to and tells of a change, and devices reach each other; how long that took, in ms. */
  witnessed(): Promise<number>
  stop(): Promise<void>
}

export async function startPortalUnderFuzz(): Promise<PortalUnderFuzz> {
  const fleet = await startHubUnderFuzz()
  const store = new HostileHub({
    first: null,
    registers: 'SubscribeAsync',
    replies: { SubscribeAsync: { lastEventId: 0, replayed: true } },
  })
  const { clock, hasten } = hastyClock({ fromMs: HASTENED_FROM_MS, except: CONNECT_MS })
  const streams = new PortalStreams({ clock, isLive: () => true, isNatsAway: () => false })
  const feed = startRelayFeed({
    gatewayUrl: `http://127.0.0.1:${await store.start()}`,
    token: async () => 'token',
    hub: fleet.hub,
    streams,
    clock,
    random: { ...systemRandom(), fraction: () => 0 },
    logger: silentLogger,
  })
  const lineAt: PortalUnderFuzz['lineAt'] = async (stage) =>
    store.lineAt(stage, { limitMs: LIMIT_MS, hasten })
  return {
    lineAt,
    input: portalInputs(fleet.sessionId),
    witnessed: async () => {
      const startedMs = performance.now()
      await fleet.witnessed()
      // Its ids begin anew with the connection.
      ;(await lineAt('registered')).end()
      const line = await lineAt('registered')
      // It has taken the answer to its subscription once it answers what came behind.
      await line.answersOrEnds(LIMIT_MS)
      const row = { id: 1, customerId: 1, at: '2026-11-22T09:00:00.000Z', kind: 'customer' }
      line.text(eventText('RelayEventsAsync', [[row]]))
      const late = await line.answersOrEnds(LIMIT_MS)
      if (late !== null || streams.lastEventId !== 1)
        throw new Error(`the portal did not take a good row: ${late ?? `it is at ${streams.lastEventId}`}`)
      return performance.now() - startedMs
    },
    stop: async () => {
      feed.stop()
      streams.stop()
      store.stop()
      await fleet.stop()
    },
  }
}
