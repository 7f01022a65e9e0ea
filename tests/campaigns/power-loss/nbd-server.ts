// Lends a disk in memory to QEMU over a Unix socket, as a network block device.
import { once } from 'node:events'
import net from 'node:net'
import type { CachedDisk } from './disk.ts'
import {
  COMMAND,
  ERROR,
  hello,
  OPTION,
  optionReply,
  requestReply,
  takeClientFlags,
  takeOption,
  takeRequest,
  type RequestFrame,
  type Taken,
} from './nbd-frames.ts'

export interface DiskServer {
  readonly path: string
  /** At once: nothing that comes after it reaches the disk. */
  readonly dropAll: () => void
  readonly close: () => Promise<void>
}

/** One client at a time is meant; the disk is written only by what arrives before dropAll. */
export async function serveDisk(disk: CachedDisk, path: string): Promise<DiskServer> {
  const connections = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket)).on('error', () => undefined)
    serve(socket, disk)
  })
  server.listen(path)
  await once(server, 'listening')
  const dropAll = (): void => {
    for (const socket of connections) socket.destroy()
  }
  return {
    path,
    dropAll,
    close: async () => {
      dropAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Phase = 'flags' | 'options' | 'requests'

function serve(socket: net.Socket, disk: CachedDisk): void {
  let buffered: Buffer = Buffer.alloc(0)
  let phase: Phase = 'flags'
  socket.write(hello())
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    try {
      for (;;) {
        // Bytes that lie here when the power fails never reached the disk.
        if (socket.destroyed) return
        const step = next(phase, buffered, disk)
        if (step === null) return
        phase = step.phase
        buffered = buffered.subarray(step.bytes)
        if (step.reply === null) return void socket.end()
        socket.write(step.reply)
      }
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined)
    }
  })
}

interface Step {
  readonly phase: Phase
  readonly bytes: number
  /** Null ends the connection. */
  readonly reply: Buffer | null
}

function next(phase: Phase, buffered: Buffer, disk: CachedDisk): Step | null {
  switch (phase) {
    case 'flags':
      return taken(takeClientFlags(buffered), () => ({ phase: 'options', reply: Buffer.alloc(0) }))
    case 'options':
      return taken(takeOption(buffered), (frame) => ({
        phase: frame.option === OPTION.go ? 'requests' : 'options',
        reply: optionReply(frame, disk.bytes),
      }))
    case 'requests':
      return taken(takeRequest(buffered), (frame) => ({ phase, reply: perform(frame, disk) }))
    default:
      return phase satisfies never
  }
}

function taken<T>(found: Taken<T>, step: (frame: T) => Omit<Step, 'bytes'>): Step | null {
  return found === null ? null : { ...step(found.frame), bytes: found.bytes }
}

function perform({ command, cookie, offset, length, data }: RequestFrame, disk: CachedDisk): Buffer | null {
  const none = Buffer.alloc(0)
  switch (command) {
    case COMMAND.read:
      return requestReply(cookie, ERROR.none, disk.read(offset, length))
    case COMMAND.write:
      disk.write(offset, data)
      return requestReply(cookie, ERROR.none, none)
    case COMMAND.flush:
      disk.flush()
      return requestReply(cookie, ERROR.none, none)
    case COMMAND.disconnect:
      return null
    default:
      return requestReply(cookie, ERROR.invalid, none)
  }
}
