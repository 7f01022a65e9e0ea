// A program: a hub that finds others over NATS, with a registry that lets everybody in. Arguments: address of NATS, what
// the connections of its devices are counted from.
import { createServer } from 'node:http'
import { MemoryRegistry } from '@pharmacy-relay/relay-server/hub/test/memory-registry.ts'
import { HubMesh } from '@pharmacy-relay/relay-server/hub/mesh/hub-mesh.ts'
import { NatsUrlText } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { createRelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { listen } from '@pharmacy-relay/relay-server/http/listen.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'

const [natsUrl = '', connSeqBefore = '0'] = process.argv.slice(2)
const servers = NatsUrlText.parse(natsUrl)
if (servers === null) throw new Error('it needs the address of NATS')

const registry = new MemoryRegistry(Number(connSeqBefore))
const server = createServer()
const shared = {
  settings: DEFAULT_HUB_SETTINGS,
  clock: systemClock,
  random: systemRandom(),
  logger: silentLogger,
}
const mesh = new HubMesh({ ...shared, hubId: registry.hubId, servers })
const hub = createRelayHub({
  ...shared,
  server,
  registry,
  mesh,
  clientAddress: (request) => request.socket.remoteAddress ?? '',
  isKnownAs: () => true,
})
hub.start()
const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' })
process.send?.({ url: `http://127.0.0.1:${port}` })
process.once('disconnect', () => process.exit())
