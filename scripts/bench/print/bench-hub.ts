// The real relay hub with a registry that knows one thing: which computer gets which assignment.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { AssignmentBody, ConfigProgress } from '@pharmacy-relay/shared/printer-assignment.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { Registry } from '@pharmacy-relay/relay-server/hub/registry.ts'
import { systemRandom } from '@pharmacy-relay/relay-server/hub/random.ts'
import { createRelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/settings.ts'

export interface BenchHub {
  readonly url: string
  /** Resolves once the computer has applied its assignment; rejects with its words when it cannot. */
  applied(computerName: string): Promise<void>
  stop(): Promise<void>
}

export type AssignmentByComputer = ReadonlyMap<string, AssignmentBody>

export async function startBenchHub(assignments: AssignmentByComputer): Promise<BenchHub> {
  const progress = new Map([...assignments.keys()].map((name) => [name, Promise.withResolvers<void>()]))
  for (const { promise } of progress.values()) promise.catch(() => undefined)
  const server = createServer()
  const hub = createRelayHub({
    ...{ server, settings: DEFAULT_HUB_SETTINGS, clock: systemClock, logger: silentLogger },
    registry: benchRegistry(assignments, (name, config) => {
      if (config.state === 'applied') progress.get(name)?.resolve()
      if (config.state === 'failed') progress.get(name)?.reject(new Error(`${name}: ${config.reason}`))
    }),
    clientAddress: (request) => request.socket.remoteAddress ?? '',
    random: systemRandom(),
  })
  hub.start()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    applied: async (name) => progress.get(name)?.promise,
    stop: async () => {
      await hub.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

export function deviceKeyOf(computerName: string): string {
  return createHash('sha256').update(computerName).digest('hex')
}

function benchRegistry(
  assignments: AssignmentByComputer,
  onProgress: (computerName: string, config: ConfigProgress) => void,
): Registry {
  const nameBySession = new Map<string, string>()
  return {
    hubId: randomUUID(),
    open: async ({ sessionId, registration }) => {
      const { computerName, pharmacyId } = registration
      const body = assignments.get(computerName)
      if (body === undefined) throw new Error(`${computerName} is not part of this`)
      nameBySession.set(sessionId, computerName)
      const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
      return {
        ...{ kind: 'open', sessionId, customerId: pharmacyId, connSeq: 1 },
        ...{ computerId: nameBySession.size, deviceKey: deviceKeyOf(computerName) },
        assignment: { ...body, version: 1, hash },
      }
    },
    close: async () => undefined,
    nudge: async () => undefined,
    report: async ({ sessionId, config }) => {
      if (config !== null) onProgress(nameBySession.get(sessionId) ?? '', config)
    },
    lease: async () => ({
      kind: 'lease',
      leaseUntil: new Date(Date.now() + 15_000).toISOString(),
      missing: [],
    }),
  }
}
