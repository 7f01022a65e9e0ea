// What a flooder is told to do, what it says of it, and the flooder as a process of its own: it must not take the time of who measures.
import { fork } from 'node:child_process'
import path from 'node:path'
import { z } from 'zod'

export const Flood = z.strictObject({
  /** Of an HTTP server on 127.0.0.1. */
  port: z.int(),
  /** Source addresses, `127.<net>.x.y`, and connections of each. */
  net: z.int().min(1).max(254),
  addresses: z.int().min(1),
  each: z.int().min(1),
  /** Null: nothing is said on a connection. `repeat`: again as soon as it was answered. */
  request: z.string().nullable(),
  repeat: z.boolean(),
  /** A connection that ended is dialled again after this. */
  againMs: z.int().min(1),
})
export type Flood = z.infer<typeof Flood>

export const FloodNews = z.strictObject({
  /** Connections that are open, and for a WebSocket were let in. */
  held: z.int(),
  /** The most that were. */
  most: z.int(),
  /** Connections that were made. */
  dialled: z.int(),
  /** Replies by status. */
  replies: z.record(z.string(), z.int()),
})
export type FloodNews = z.infer<typeof FloodNews>

export interface RunningFlood {
  /** What it last said; it speaks every 200 ms. */
  readonly news: () => FloodNews
  stop(): Promise<FloodNews>
}

export function startFlood(flood: Flood): RunningFlood {
  const child = fork(path.join(import.meta.dirname, 'flooder.ts'), [JSON.stringify(flood)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let news: FloodNews = { held: 0, most: 0, dialled: 0, replies: {} }
  child.on('message', (message) => (news = FloodNews.parse(message)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    news: () => news,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      return news
    },
  }
}

/** A GET as a program would send it again and again. */
export function getRequest(target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
}

/** Opens a WebSocket of a hub, on which nothing is said. */
export function upgradeRequest(hubPath: string): string {
  const fields = [
    `GET ${hubPath}/?EIO=4&transport=websocket HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  ]
  return `${fields.join('\r\n')}\r\n\r\n`
}
