// A program: the relay hub of one pharmacy of the campaign, which may be killed. Arguments: port, file of documents, seed.
//
// The registry's memory is the file, which nobody changes while a hub runs: a hub that comes back says the same again.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Registry } from '@pharmacy-relay/relay-server/hub/registry.ts'
import { systemRandom } from '@pharmacy-relay/relay-server/hub/random.ts'
import { createRelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/settings.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { z } from 'zod'
import { deviceKeyOf } from '../bench/print/bench-hub.ts'
import { pairAnybody } from '../start/pairing.ts'
import { diceOf } from './dice.ts'
import { makeRelayHostile } from './hostile-relay.ts'

const Documents = z.record(z.string(), AssignmentBody)
const LEASE_MS = 15_000

const [port = '', file = '', seed = ''] = process.argv.slice(2)
// The campaign counts them in the log.
makeRelayHostile(diceOf(Number(seed), `relay-${process.pid}`), (fault) => console.log(fault))
const server = createServer()
const hub = createRelayHub({
  ...{ server, settings: DEFAULT_HUB_SETTINGS, clock: systemClock, logger: silentLogger },
  registry: registryOf(Documents.parse(JSON.parse(readFileSync(file, 'utf8')))),
  clientAddress: (request) => request.socket.remoteAddress ?? '',
  random: systemRandom(),
})
hub.start()
server.listen(Number(port), '127.0.0.1')
await once(server, 'listening')

function registryOf(documents: z.infer<typeof Documents>): Registry {
  const names = Object.keys(documents)
  return {
    hubId: randomUUID(),
    open: async ({ sessionId, registration: { computerName, pharmacyId } }) => {
      const body = documents[computerName]
      if (body === undefined) throw new Error(`${computerName} is not part of this`)
      const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
      return {
        ...{ kind: 'open', sessionId, customerId: pharmacyId, connSeq: 1 },
        ...{ computerId: names.indexOf(computerName) + 1, deviceKey: deviceKeyOf(computerName) },
        assignment: { ...body, version: 1, hash },
      }
    },
    pair: pairAnybody,
    close: async () => undefined,
    nudge: async () => undefined,
    report: async () => undefined,
    lease: async () => ({
      kind: 'lease',
      leaseUntil: new Date(Date.now() + LEASE_MS).toISOString(),
      missing: [],
    }),
  }
}
