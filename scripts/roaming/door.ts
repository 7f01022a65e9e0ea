// A door into another network: takes connections here and passes their bytes on there. Ports, or sockets in the file
// system, which all network namespaces share.
import { once } from 'node:events'
import net from 'node:net'

/** `HOST:PORT`, or a path. */
export type Place = string

export interface Door {
  /** Nobody is let in any more, and who is inside is thrown out. */
  close(): void
}

export async function openDoor(from: Place, to: Place): Promise<Door> {
  const sockets = new Set<net.Socket>()
  const keep = (socket: net.Socket): net.Socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = keep(net.connect({ ...placeOf(to), allowHalfOpen: true }))
    far.setNoDelay(true)
    keep(near).on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(placeOf(from))
  await once(server, 'listening')
  return {
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function placeOf(place: Place): { readonly path: string } | { readonly host: string; readonly port: number } {
  const [, host, port] = /^([\d.]+):(\d+)$/.exec(place) ?? []
  return host === undefined ? { path: place } : { host, port: Number(port) }
}
