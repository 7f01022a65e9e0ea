// The storefront program: reads settings, wires the parts, listens.
import { createServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { createMetrics, startOpsServer } from '@pharmacy-relay/relay-server/http/ops-server.ts'
import { createReplyMetrics } from '@pharmacy-relay/relay-server/http/reply-metrics.ts'
import { isProduction, runProgram } from '@pharmacy-relay/relay-server/http/program.ts'
import { healthPlace } from '@pharmacy-relay/relay-server/http/private-network.ts'
import { clearPeers } from '@pharmacy-relay/relay-server/http/tls-rule.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { isGatewayReachable } from '../gateway-check.ts'
import { loadShopFiles } from './assets.ts'
import { storefrontOptions, storefrontSettings } from './settings.ts'
import { createStorefront } from './storefront.ts'

const production = isProduction(process.env)

await runProgram({
  name: 'storefront',
  settings: storefrontSettings(production),
  start: async ({ settings, logger }) => {
    const options = storefrontOptions(settings, production)
    const { host, behindTerminator } = options
    const privateRanges = settings.Network__Private
    const section = 'Storefront'
    const peers = clearPeers({ isProduction: production, host, behindTerminator, section, privateRanges })
    const registry = createMetrics()
    const storefront = createStorefront({
      options,
      assets: await loadShopFiles(),
      serviceTokens: createServiceTokens({
        baseUrl: `${options.gatewayUrl}/Identity`,
        clientId: 'storefront',
        clientSecret: settings.ServiceClient__Secret__storefront,
      }),
      clock: systemClock,
      logger,
      replies: createReplyMetrics(registry),
    })
    const port = await storefront.start(peers)
    const ops = await startOpsServer({
      registry,
      isReady: async () => await isGatewayReachable(options.gatewayUrl),
      mainPort: options.port,
      setting: 'Storefront__Port',
      health: healthPlace(settings),
    })
    return {
      where: `storefront on http://${host}:${port}`,
      stop: async () => {
        ops.leave()
        await storefront.stop()
        await ops.stop()
      },
    }
  },
})
