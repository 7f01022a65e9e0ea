// One JSON line over a socket, each way.
import type { Socket } from 'node:net'

const MAX_LINE_BYTES = 65_536
const LIMIT_MS = 90_000

export function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/** The first line that arrives. Rejects when the other side ends first, sends more than 64 KiB, or is silent for `limitMs`. */
export async function readLine(socket: Socket, limitMs = LIMIT_MS): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.setTimeout(limitMs, () => socket.destroy(new Error('no answer in time')))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection ended')))
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > MAX_LINE_BYTES) socket.destroy(new Error('the line is too long'))
    })
  })
}
