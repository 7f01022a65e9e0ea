// An SMS provider that is not there: a real HTTPS server that takes messages as XML, and a page of what it received.
import { createServer, type ServerOptions } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { XMLParser } from 'fast-xml-parser'
import { listen } from '../http/listen.ts'
import { Message, type ReceivedMessage } from './received-message.ts'
import { receivedPage } from './received-page.ts'

/** How it answers; `to` of a message that ends in these digits does the same without being told. */
export type StandInBehaviour =
  | 'accept'
  /** Takes the message and answers that it refuses it. */
  | 'refuse'
  /** Takes the message and cuts the connection. */
  | 'cut'
  /** Takes the message and never answers. */
  | 'silent'
  /** Takes the message and answers something that is no answer. */
  | 'garbage'
  /** Takes the message and answers 500. */
  | 'fail'
  /** Takes the message and answers half a second later. */
  | 'slow'
  /** Takes the message and answers twice on the same connection. */
  | 'twice'
  /** Takes the message and says its answer twice in one. */
  | 'doubled'

const BY_ENDING: Readonly<Record<string, StandInBehaviour>> = {
  '0001': 'refuse',
  '0002': 'cut',
  '0003': 'silent',
  '0004': 'garbage',
  '0005': 'fail',
  '0006': 'slow',
  '0007': 'twice',
  '0008': 'doubled',
}
const BODY_MAX = 65_536
const SLOW_MS = 500
const KEPT = 200
const parser = new XMLParser({ parseTagValue: false, trimValues: false })

export interface SmsStandIn {
  readonly port: number
  /** Newest last, the last 200. */
  readonly received: readonly ReceivedMessage[]
  behaviour: StandInBehaviour
  stop(): Promise<void>
}

export interface StandInParts {
  readonly host: string
  readonly port: number
  /** Key and certificate, PEM. */
  readonly tls: Pick<ServerOptions, 'key' | 'cert'>
}

export async function startSmsStandIn({ host, port, tls }: StandInParts): Promise<SmsStandIn> {
  const received: ReceivedMessage[] = []
  const server = createServer(tls, (request, response) => {
    if (request.method === 'POST') void take(request, response)
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(receivedPage(received))
  })
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = Message.safeParse(parser.parse(await bodyOf(request)))
    if (!message.success) return void response.writeHead(400).end()
    const { sms } = message.data
    received.push({ ...sms, at: new Date() })
    if (received.length > KEPT) received.shift()
    answer(response, BY_ENDING[sms.to.slice(-4)] ?? standIn.behaviour, received.length)
  }
  const standIn: SmsStandIn = {
    port: await listen(server, { host, port, setting: 'SmsProvider__Port' }),
    received,
    behaviour: 'accept',
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return standIn
}

function answer(response: ServerResponse, behaviour: StandInBehaviour, id: number): void {
  if (behaviour === 'silent') return
  if (behaviour === 'cut') return void response.socket?.destroy()
  if (behaviour === 'fail') return void response.writeHead(500).end('<error/>')
  response.setHeader('content-type', 'application/xml')
  if (behaviour === 'garbage') return void response.end('OK')
  if (behaviour === 'refuse')
    return void response.end('<result><status>refused</status><code>21</code></result>')
  const accepted = `<result><status>accepted</status><id>${id}</id></result>`
  if (behaviour === 'doubled') return void response.end(accepted.repeat(2))
  if (behaviour === 'twice') return answerTwice(response, accepted)
  if (behaviour === 'slow') return void setTimeout(() => response.end(accepted), SLOW_MS)
  response.end(accepted)
}

/** Two whole replies to one request, as a provider with a broken proxy before it. */
function answerTwice({ socket }: ServerResponse, body: string): void {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\ncontent-length: ${body.length}\r\n\r\n`
  socket?.end((head + body).repeat(2))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > BODY_MAX) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
