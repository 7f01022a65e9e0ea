// Fetches from the server of the updates: bounded in bytes and time, no redirects, each chunk handed on as it comes.
import http from 'node:http'
import https from 'node:https'
import { UpdateError } from './update-error.ts'

export interface GetOptions {
  readonly url: string
  /** Beyond it the server has not sent what was asked for. */
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Address to connect from; null: the system chooses. */
  readonly localAddress: string | null
}

/** Longest silence. */
const IDLE_MS = 30_000
/** Longest answer; a version over a slow line. */
const ANSWER_MS = 30 * 60_000

/** Throws UpdateError unreachable and damaged (too long). */
export async function* get(options: GetOptions): AsyncGenerator<Buffer> {
  const { url, maxBytes, signal } = options
  let bytes = 0
  try {
    for await (const chunk of await answered(options)) {
      if (!Buffer.isBuffer(chunk)) throw new UpdateError('unreachable', 'the answer was no bytes')
      bytes += chunk.length
      if (bytes > maxBytes) throw new UpdateError('damaged', `${url} is longer than ${maxBytes} bytes`)
      yield chunk
    }
  } catch (error) {
    if (error instanceof UpdateError) throw error
    const why = signal.aborted ? 'the agent stops' : error instanceof Error ? error.message : String(error)
    throw new UpdateError('unreachable', `${url}: ${why}`, { cause: error })
  }
}

/** The whole answer in memory. Throws as get does. */
export async function getWhole(options: GetOptions): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of get(options)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function answered({ url, signal, localAddress }: GetOptions): Promise<http.IncomingMessage> {
  const { get: ask } = url.startsWith('https:') ? https : http
  const request = ask(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    timeout: IDLE_MS,
    agent: false,
    ...(localAddress === null ? {} : { localAddress }),
  })
  request.on('timeout', () => request.destroy(new Error(`nothing came for ${IDLE_MS / 1_000} s`)))
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  if (response.statusCode === 200) return response
  request.destroy()
  throw new UpdateError('unreachable', `${url} answered ${response.statusCode}`)
}
