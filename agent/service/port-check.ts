// Whether a port can be opened on this computer, found out by opening it for a moment.
import net from 'node:net'

/** False only when another program has it; what else may hinder it the agent says itself. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ port }, () => server.close(() => resolve(true)))
  })
}
