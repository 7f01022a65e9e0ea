// A service at the store hub whose every byte is ours: as far as a connection, its token, or its subscription.
import { randomUUID } from 'node:crypto'
import { letIn, type RawPeer, type Stage } from '../raw-peer.ts'
import { RawWebSocket } from '../raw-websocket.ts'

const SUBSCRIBE_ID = 900_001
/** Rows of the store, which it takes like every portal. */
const ROWS = /^42(?<id>\d+)\["RelayEventsAsync"/

/** Rejects when the hub does not let it as far as `stage` within `limitMs`. */
export async function rawService(
  way: { readonly port: number; readonly localAddress: string; readonly token: string },
  stage: Stage,
  limitMs: number,
): Promise<RawPeer> {
  const socket = new RawWebSocket(way)
  const onText = (text: string): void => {
    if (text.startsWith('0') && stage !== 'upgraded') socket.text(`40${JSON.stringify({ token: way.token })}`)
    if (text.startsWith('40') && stage === 'registered')
      socket.text(`42${SUBSCRIBE_ID}${JSON.stringify(['SubscribeAsync', randomUUID(), null])}`)
    const rows = ROWS.exec(text)?.groups
    if (rows !== undefined) socket.text(`43${rows['id'] ?? ''}[{"ok":true,"data":null}]`)
  }
  return letIn(socket, { stage, limitMs, ends: ENDS, onText })
}

/** What the hub says last before a service is that far. */
const ENDS: Readonly<Record<Stage, RegExp>> = {
  upgraded: /^0/,
  introduced: /^40/,
  registered: new RegExp(`^43${SUBSCRIBE_ID}\\[\\{"ok":true`),
}
