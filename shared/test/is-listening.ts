// For tests and rigs: whether a program accepts connections yet.
import { once } from 'node:events'
import net from 'node:net'

/** True when somebody accepted a connection on that port, which is ended at once. */
export async function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = net.connect(port, host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
