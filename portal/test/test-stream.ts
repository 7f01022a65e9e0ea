// For tests: an open event stream, and waiting for what it says.
import { once } from 'node:events'
import http from 'node:http'
import type { TestBrowser } from './test-browser.ts'

export interface StreamedEvent {
  readonly event: string
  readonly id: string | null
  readonly data: unknown
}

export interface TestStream {
  readonly status: number
  readonly heard: readonly StreamedEvent[]
  /** The next event of that name, heard or yet to come. Throws when the stream ends first, or after a minute. */
  next(event: string): Promise<StreamedEvent>
  /** Resolves when the portal has ended the stream. */
  readonly ended: Promise<void>
  close(): void
}

const LIMIT_MS = 60_000

export async function openStream(
  browser: TestBrowser,
  query = '',
  headers: Record<string, string> = {},
): Promise<TestStream> {
  const { url, localAddress } = browser
  const request = http.get(`${url}/events${query}`, {
    headers: { cookie: browser.cookieHeader(), ...headers },
    agent: false,
    ...(localAddress && { localAddress }),
  })
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
  const heard: StreamedEvent[] = []
  let taken = 0
  let wake = (): void => undefined
  const read = async (): Promise<void> => {
    let text = ''
    for await (const chunk of reply.setEncoding('utf8')) {
      text += String(chunk)
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      heard.push(...blocks.map(parse))
      wake()
    }
  }
  let isOver = false
  const ended = read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
      wake()
    })
  const next = async (event: string): Promise<StreamedEvent> => {
    const end = performance.now() + LIMIT_MS
    for (;;) {
      const at = heard.findIndex((one, index) => index >= taken && one.event === event)
      const found = heard[at]
      if (found !== undefined) {
        taken = at + 1
        return found
      }
      const leftMs = end - performance.now()
      if (isOver || leftMs <= 0) throw new Error(`no ${event}; heard ${JSON.stringify(heard)}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  return { status: reply.statusCode ?? 0, heard, next, ended, close: () => void request.destroy() }
}

function parse(block: string): StreamedEvent {
  const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
  return { event: field('event') ?? '', id: field('id'), data: JSON.parse(field('data') ?? 'null') }
}
