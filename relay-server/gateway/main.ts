// The gateway program: reads settings, wires the parts, listens. `--print-nginx` prints the routes for nginx instead.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { readSettings } from '@pharmacy-relay/shared/env.ts'
import { isProduction, runProgram } from '../http/program.ts'
import { healthPlace } from '../http/private-network.ts'
import { createMetrics, startOpsServer } from '../http/ops-server.ts'
import { clearPeers } from '../http/tls-rule.ts'
import { createTokenVerifier } from '../auth/token-verifier.ts'
import { createGateway } from './gateway.ts'
import { createGatewayMetrics } from './metrics.ts'
import { nginxConfig } from './nginx-config.ts'
import { gatewayRoutes } from './routes.ts'
import {
  deviceTokenVerifier,
  personTokenVerifier,
  serviceTokenVerifier,
} from './admission/token-verifiers.ts'
import { gatewayOptions, gatewaySettings } from './settings.ts'

if (process.argv.includes('--print-nginx')) {
  const settings = readSettings(gatewaySettings(isProduction(process.env)), process.env)
  process.stdout.write(nginxConfig(gatewayRoutes(settings), gatewayOptions(settings)))
} else
  await runProgram({
    name: 'gateway',
    settings: gatewaySettings(isProduction(process.env)),
    start: async ({ settings, logger }) => {
      const options = gatewayOptions(settings)
      const { host, behindTerminator } = options
      const peers = clearPeers({
        isProduction: isProduction(process.env),
        host,
        behindTerminator,
        section: 'Gateway',
        privateRanges: settings.Network__Private,
      })
      const registry = createMetrics()
      // The gateway asks identity directly: through itself it would count against itself.
      const verifier = createTokenVerifier({
        jwksUrl: `${settings.Gateway__Routes__Identity}/.well-known/jwks.json`,
      })
      const gateway = createGateway({
        settings: options,
        routes: gatewayRoutes(settings),
        verifyServiceToken: serviceTokenVerifier(verifier),
        verifyDeviceToken: deviceTokenVerifier(verifier),
        verifyPersonToken: personTokenVerifier(verifier),
        clock: systemClock,
        logger,
        metrics: createGatewayMetrics(registry),
      })
      const port = await gateway.listen(peers)
      const ops = await startOpsServer({
        registry,
        isReady: () => Promise.resolve(true),
        mainPort: options.port,
        setting: 'Gateway__Port',
        health: healthPlace(settings),
      })
      return {
        where: `gateway on http://${options.host}:${port}`,
        stop: async () => {
          await gateway.stop()
          await ops.stop()
        },
      }
    },
  })
