// The real relay hub with a registry of a few computers.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import { createRigHub } from './hub.ts'
import { assigningRegistry, type AssignmentByComputer } from './assigning-registry.ts'

export interface AssigningHub {
  readonly url: string
  readonly port: number
  /** Resolves once the computer has applied an assignment with all certificates; rejects with its words when it cannot. */
  applied(computerName: string): Promise<void>
  stop(): Promise<void>
}

/** Certificates are added as computers report them; so are the addresses of a target that has none. */
export async function startAssigningHub(
  assignments: AssignmentByComputer,
  host: string = '127.0.0.1',
): Promise<AssigningHub> {
  const progress = new Map([...assignments.keys()].map((name) => [name, Promise.withResolvers<void>()]))
  for (const { promise } of progress.values()) promise.catch(() => undefined)
  const server = createServer()
  const registry = assigningRegistry({
    assignments,
    push: (pushes) => hub.pushAssignments(pushes),
    onProgress: (name, config, isWhole) => {
      if (config.state === 'applied' && isWhole) progress.get(name)?.resolve()
      if (config.state === 'failed') progress.get(name)?.reject(new Error(`${name}: ${config.reason}`))
    },
  })
  const hub: RelayHub = createRigHub(server, registry)
  hub.start()
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://${host}:${port}`,
    port,
    applied: async (name) => progress.get(name)?.promise,
    stop: async () => {
      await hub.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}
