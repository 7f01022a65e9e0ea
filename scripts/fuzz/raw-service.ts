// A service at the store hub whose every byte is ours: as far as a connection, its token, or its subscription.
import { randomUUID } from 'node:crypto'
import { answersOrEnds, ASK_ID, type Stage } from './raw-device.ts'
import { RawWebSocket } from './raw-websocket.ts'

const SUBSCRIBE_ID = 900_001
/** Rows of the store, which it takes like every portal. */
const ROWS = /^42(?<id>\d+)\["RelayEventsAsync"/

export interface RawService {
  readonly socket: RawWebSocket
  /** Every text that came, beside pings, since it got as far as its stage. */
  readonly heard: string[]
  /** Null when an answer or the end came within `limitMs`, else what did not. */
  answersOrEnds(limitMs: number): Promise<string | null>
}

/** Rejects when the hub does not let it as far as `stage` within `limitMs`. */
export async function rawService(
  way: { readonly port: number; readonly localAddress: string; readonly token: string },
  stage: Stage,
  limitMs: number,
): Promise<RawService> {
  const socket = new RawWebSocket(way)
  const heard: string[] = []
  const reached = Promise.withResolvers<void>()
  const said = Promise.withResolvers<null>()
  const timer = setTimeout(() => reached.reject(new Error(`not ${stage} within ${limitMs} ms`)), limitMs)
  socket.onClosed = () => {
    reached.reject(new Error(`closed before it was ${stage}: ${heard.join(' ').slice(0, 300)}`))
    said.resolve(null)
  }
  socket.onText = (text) => {
    if (text === '2') return socket.text('3')
    heard.push(text)
    if (text.startsWith('0') && stage !== 'upgraded') socket.text(`40${JSON.stringify({ token: way.token })}`)
    if (text.startsWith('40') && stage === 'registered')
      socket.text(`42${SUBSCRIBE_ID}${JSON.stringify(['SubscribeAsync', randomUUID(), null])}`)
    const rows = ROWS.exec(text)?.groups
    if (rows !== undefined) socket.text(`43${rows['id'] ?? ''}[{"ok":true,"data":null}]`)
    if (ENDS[stage].test(text)) reached.resolve()
    if (text.startsWith(`43${ASK_ID}[`)) said.resolve(null)
  }
  await reached.promise.finally(() => clearTimeout(timer))
  heard.length = 0
  return { socket, heard, answersOrEnds: async (askMs) => answersOrEnds(socket, said.promise, askMs) }
}

/** What the hub says last before a service is that far. */
const ENDS: Readonly<Record<Stage, RegExp>> = {
  upgraded: /^0/,
  introduced: /^40/,
  registered: new RegExp(`^43${SUBSCRIBE_ID}\\[\\{"ok":true`),
}
