// For tests: a TCP line in front of a hub that stops carrying anything, as one whose other end hangs.
import net from 'node:net'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { onTestFinished } from 'vitest'

export interface TestLine {
  readonly url: string
  /** Nothing is read from the hub any more. */
  stop(): void
  /** What waited arrives. */
  goOn(): void
}

/** Passes everything on to the hub at `url` until it is stopped. */
export async function startLine(url: string): Promise<TestLine> {
  const { port } = new URL(url)
  const toHub: net.Socket[] = []
  const server = net.createServer((device) => {
    const hub = net.connect(Number(port), '127.0.0.1')
    toHub.push(hub)
    for (const socket of [device, hub]) socket.on('error', () => undefined)
    device.on('data', (bytes) => hub.write(bytes)).on('close', () => hub.destroy())
    hub.on('data', (bytes) => device.write(bytes)).on('close', () => device.destroy())
  })
  const here = await listening(server)
  onTestFinished(() => {
    for (const socket of toHub) socket.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${here}`,
    stop: () => {
      for (const socket of toHub) socket.pause()
    },
    goOn: () => {
      for (const socket of toHub) socket.resume()
    },
  }
}

/** Resolves with false after so many real milliseconds. */
export async function later(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms))
}
