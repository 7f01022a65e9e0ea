// The identity API program: reads settings, takes its ports, opens what is behind them, serves.
import path from 'node:path'
import { startApiServer } from '../http/api-server.ts'
import { createMetrics, startOpsServer } from '../http/ops-server.ts'
import { isProduction, runProgram } from '../http/program.ts'
import { healthPlace } from '../http/private-network.ts'
import { clearPeers } from '../http/tls-rule.ts'
import { watchIdentity } from './metrics.ts'
import { startIdentity, type Identity } from './identity.ts'
import { identitySettings } from './settings.ts'

const production = isProduction(process.env)

await runProgram({
  name: 'identity API',
  settings: identitySettings(production),
  start: async ({ settings, logger, dataFolder }) => {
    const {
      Identity__Host: host,
      Identity__Port: mainPort,
      Identity__BehindTerminator: behindTerminator,
    } = settings
    const privateRanges = settings.Network__Private
    const listener = { isProduction: production, host, behindTerminator, section: 'Identity', privateRanges }
    const peers = clearPeers(listener)
    // Ports first: a busy one is told before the database is begun.
    let identity: Identity | null = null
    const server = await startApiServer({ host, port: mainPort, setting: 'Identity__Port', peers })
    const registry = createMetrics()
    const ops = await startOpsServer({
      registry,
      isReady: async () => identity !== null && (await identity.isReachable()),
      mainPort,
      setting: 'Identity__Port',
      health: healthPlace(settings),
    })
    const started = await startIdentity({
      settings,
      logger,
      registry,
      folder: path.join(dataFolder, 'identity'),
      server: server.http,
    })
    identity = started
    watchIdentity(registry, started)
    server.serve(started.app)
    return {
      where: `identity API on http://${host}:${server.port}`,
      stop: async () => {
        await started.hub.stop()
        await server.stop()
        await started.stop()
        await ops.stop()
      },
    }
  },
})
