// The body of one question, whole or refused.
import type { IncomingMessage } from 'node:http'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { DOOR_LIMITS } from './door-limits.ts'

/** Parsed as JSON; undefined when it is none. Throws ProblemError too_large, request_timeout when the sender ends early. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const text = (await bytesOf(request)).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is too much is not read on, and its connection stays for the answer. */
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= DOOR_LIMITS.bodyBytes) return
      request.pause()
      chunks.length = 0
      reject(new ProblemError('too_large', `A question may have at most ${DOOR_LIMITS.bodyBytes} bytes`))
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    const cut = (): void => reject(new ProblemError('request_timeout', 'The question did not arrive whole'))
    request.on('error', cut)
    request.on('close', cut)
  })
}
