// The body of one request, whole or refused.
import type { IncomingMessage } from 'node:http'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/**
 * Whoever gets it overwrites it; the pieces that it came in are overwritten here. Throws ProblemError too_large, and
 * request_timeout when the sender ends early.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  const chunks: Buffer[] = []
  try {
    await collect(request, maxBytes, chunks)
    return Buffer.concat(chunks)
  } finally {
    for (const chunk of chunks) chunk.fill(0)
  }
}

async function collect(request: IncomingMessage, maxBytes: number, chunks: Buffer[]): Promise<void> {
  let bytes = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= maxBytes) return
      request.removeAllListeners('data')
      request.pause()
      reject(tooLarge(maxBytes))
    })
    request.on('end', resolve)
    const cut = (): void => reject(new ProblemError('request_timeout', 'The request did not arrive whole'))
    request.on('error', cut)
    request.on('close', cut)
  })
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('too_large', `This takes at most ${maxBytes} bytes`)
}
