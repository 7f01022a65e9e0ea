// Loaded into an agent whose serial port is a pseudo-terminal (node --import): its drain waits as a UART's driver does.
//
// In Linux tcdrain of a UART is over when the last byte is on the wire (tty_wait_until_sent), that of a pseudo-terminal at
// once (drivers/tty/pty.c knows no chars_in_buffer). So the drain asks the other end, which counts (serial-cable.ts).
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import net from 'node:net'
import { isMainThread } from 'node:worker_threads'
import type { SerialPort } from 'serialport'

type Binding = (typeof SerialPort)['binding']
type Port = Awaited<ReturnType<Binding['open']>>

/** Threads of the agent load this file, too, and open no ports. */
if (isMainThread) tellTheTruth((await import('serialport')).SerialPort.binding)

function tellTheTruth(binding: Binding): void {
  const open = binding.open.bind(binding)
  Object.assign(binding, {
    open: async (options: Parameters<Binding['open']>[0]) => {
      const port = await open(options as never)
      const socket = `${options.path}.drain`
      return isCable(options.path, socket) ? withTrueDrain(port, await opening(socket)) : port
    },
  })
}

function isCable(file: string, socket: string): boolean {
  return existsSync(socket) && realpathSync(file).startsWith('/dev/pts/')
}

/** The other end counts from now on. */
async function opening(socketPath: string): Promise<net.Socket> {
  const socket = net.connect(socketPath)
  socket.on('error', () => undefined)
  await once(socket, 'data')
  return socket
}

function withTrueDrain(port: Port, other: net.Socket): Port {
  const [write, drain, close] = [port.write.bind(port), port.drain.bind(port), port.close.bind(port)]
  let written = 0
  return Object.assign(port, {
    write: async (bytes: Buffer) => {
      await write(bytes)
      written += bytes.length
    },
    drain: async () => {
      await drain()
      await carried(other, written)
    },
    close: async () => {
      other.destroy()
      await close()
    },
  })
}

/** Rejects when the cable is pulled out. */
async function carried(other: net.Socket, bytes: number): Promise<void> {
  if (other.destroyed) throw new Error('the cable is out')
  const late = new AbortController()
  const gone = once(other, 'close', { signal: late.signal }).then(() => {
    throw new Error('the cable is out')
  })
  gone.catch(() => undefined)
  other.write(String(bytes))
  try {
    await Promise.race([once(other, 'data', { signal: late.signal }), gone])
  } finally {
    late.abort()
  }
}
