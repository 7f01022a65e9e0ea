// The portal program: reads settings, wires the parts, listens.
import { createServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { createMetrics, startOpsServer } from '@pharmacy-relay/relay-server/http/ops-server.ts'
import { createReplyMetrics } from '@pharmacy-relay/relay-server/http/reply-metrics.ts'
import { isProduction, runProgram } from '@pharmacy-relay/relay-server/http/program.ts'
import { healthPlace } from '@pharmacy-relay/relay-server/http/private-network.ts'
import { clearPeers } from '@pharmacy-relay/relay-server/http/tls-rule.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { refuseOpenNats } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { loadAssetFiles } from './assets/asset-files.ts'
import { isGatewayReachable } from './gateway-check.ts'
import { registerPortalMetrics } from './metrics.ts'
import { createPortal, type Portal } from './portal.ts'
import { portalOptions, portalSettings, type PortalOptions } from './settings.ts'

const production = isProduction(process.env)
/** A reconnection takes a moment, and is none. */
const AWAY_AFTER_MS = 10_000

await runProgram({
  name: 'portal',
  settings: portalSettings(production),
  start: async ({ settings, logger }) => {
    const options = portalOptions(settings, production)
    const peers = peersOf(options, settings.Network__Private)
    refuseOpenNats(options.nats, production)
    const registry = createMetrics()
    const portal = createPortal({
      options,
      assets: await loadAssetFiles(),
      serviceTokens: createServiceTokens({
        baseUrl: `${options.gatewayUrl}/Identity`,
        clientId: 'portal',
        clientSecret: settings.ServiceClient__Secret__portal,
      }),
      clock: systemClock,
      random: systemRandom(),
      logger,
      replies: createReplyMetrics(registry),
    })
    registerPortalMetrics(registry, portal)
    const port = await portal.start(peers)
    const ops = await startOpsServer({
      registry,
      isReady: async () => await isGatewayReachable(options.gatewayUrl),
      shortcomings: () => shortcomingsOf(portal),
      mainPort: options.port,
      setting: 'Portal__Port',
      health: healthPlace(settings),
    })
    return {
      where: `portal on http://${options.host}:${port}`,
      stop: async () => {
        ops.leave()
        await portal.stop()
        await ops.stop()
      },
    }
  },
})

/** Whose connections are taken. Throws SettingsError. */
function peersOf({ host, behindTerminator }: PortalOptions, privateRanges: readonly string[]) {
  return clearPeers({ isProduction: production, host, behindTerminator, section: 'Portal', privateRanges })
}

/** No reason to take a portal away: what is on its own hub goes on. */
function shortcomingsOf(portal: Portal): string[] {
  const isNatsAway = portal.hub.facts().mesh?.isUp === false
  const isIdentityAway = (portal.identityAwayMs() ?? 0) > AWAY_AFTER_MS
  return [
    ...(isNatsAway ? ['NATS is away: devices reach each other only where both are on this hub'] : []),
    ...(isIdentityAway
      ? ['The identity hub is away: who may no longer use the panel is noticed by asking each minute']
      : []),
  ]
}
