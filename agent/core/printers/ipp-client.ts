// One IPP request to the print server of this computer, over its local socket.
import http from 'node:http'
import { decodeIpp, encodeIpp, type IppReply, type IppRequest } from './ipp-message.ts'

/** Debian's and macOS's place of the CUPS socket. */
export const CUPS_SOCKET = process.platform === 'darwin' ? '/private/var/run/cupsd' : '/run/cups/cups.sock'

export type IppAnswer = { readonly ok: true; readonly reply: IppReply } | IppFailure

/** `isSent`: the request may have been carried out. */
export interface IppFailure {
  readonly ok: false
  readonly isSent: boolean
  readonly cause: string
}

const LIMIT_MS = 8_000
const MAX_REPLY_BYTES = 4_194_304

interface IppQuestion extends IppRequest {
  /**
   * Kept for the questions after it; left out, each has one of its own, because on a kept one it could not be told whether anything was
   * sent.
   */
  readonly connection?: http.Agent
}

/** Never throws; at most 8 s. `path`: `/` or `/printers/NAME`. */
export async function askIpp(socketPath: string, path: string, request: IppQuestion): Promise<IppAnswer> {
  const body = encodeIpp(request)
  return new Promise((resolve) => {
    let isSent = false
    const failed = (error: NodeJS.ErrnoException): void =>
      resolve({ ok: false, isSent, cause: error.code ?? error.message })
    const headers = { Host: 'localhost', 'Content-Type': 'application/ipp', 'Content-Length': body.length }
    const question = http.request(
      {
        socketPath,
        path,
        method: 'POST',
        headers,
        agent: request.connection ?? false,
        signal: AbortSignal.timeout(LIMIT_MS),
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response
          .on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > MAX_REPLY_BYTES) response.destroy(new Error('the reply is too large'))
            else chunks.push(chunk)
          })
          .on('end', () => resolve(answerOf(response.statusCode ?? 0, Buffer.concat(chunks))))
          .on('error', failed)
      },
    )
    question.on('socket', (socket) => {
      if (question.reusedSocket) isSent = true
      else socket.once('connect', () => (isSent = true))
    })
    question.on('error', failed).end(body)
  })
}

function answerOf(httpStatus: number, bytes: Buffer): IppAnswer {
  if (httpStatus !== 200) return { ok: false, isSent: httpStatus >= 500, cause: `HTTP ${httpStatus}` }
  try {
    return { ok: true, reply: decodeIpp(bytes) }
  } catch {
    return { ok: false, isSent: true, cause: 'not an IPP reply' }
  }
}
