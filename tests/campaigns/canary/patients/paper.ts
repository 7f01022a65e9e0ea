// A printer that takes every label, and tells what its commands said.
import net from 'node:net'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'

export async function startPaper() {
  const parts: Buffer[] = []
  const server = net.createServer((socket) => {
    socket.on('data', (part) => parts.push(part)).on('error', () => undefined)
  })
  await listening(server)
  return {
    /** As settings name it. */
    printer: `tcp:127.0.0.1:${portOf(server)}`,
    /** Ends it. */
    taken: async (): Promise<string> => {
      await new Promise((resolve) => server.close(resolve))
      return Buffer.concat(parts).toString('latin1')
    },
  }
}
