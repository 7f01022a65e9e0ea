// A control socket on this machine that leads to the agent in the guest, so that it is asked as every agent is.
import { once } from 'node:events'
import net from 'node:net'

export interface ControlBridge {
  readonly path: string
  readonly close: () => Promise<void>
}

/** `port`: of the loopback, where the guest's control socket comes out. */
export async function openControlBridge(path: string, port: number): Promise<ControlBridge> {
  const open = new Set<net.Socket>()
  const server = net.createServer((asker) => {
    const guest = net.connect({ host: '127.0.0.1', port })
    for (const [from, to] of [
      [asker, guest],
      [guest, asker],
    ] as const) {
      open.add(from)
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          open.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    path,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
