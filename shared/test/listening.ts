// A server of a test or of a campaign, from when it listens on.
import { once } from 'node:events'
import type { Server } from 'node:net'

/** Resolves with its port, on 127.0.0.1 and a free one where nothing else is said. Rejects when it cannot have that. */
export async function listening(
  server: Server,
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<number> {
  server.listen({ host, port })
  await once(server, 'listening')
  return portOf(server)
}

/** 0 while it does not listen. */
export function portOf(server: Server): number {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}
