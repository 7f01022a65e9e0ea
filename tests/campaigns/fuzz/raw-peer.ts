// A peer on a raw WebSocket whose every byte is ours: let in as far as an input wants it, and asked whether it is heard.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { spokenOf, type Spoken } from './fuzz-run.ts'
import type { RawWebSocket } from './raw-websocket.ts'

export const STAGES = ['upgraded', 'introduced', 'registered'] as const
export type Stage = (typeof STAGES)[number]

/** Of the question that every hub answers: there is no such event. */
export const ASK_ID = 900_002

export interface RawPeer {
  readonly socket: RawWebSocket
  /** Every text that came, beside pings, since it got as far as its stage. */
  readonly heard: string[]
  /** Asks for an event that does not exist: null when the answer or the end came within `limitMs`, else what did not. */
  answersOrEnds(limitMs: number): Promise<string | null>
}

export interface WayIn {
  readonly stage: Stage
  readonly limitMs: number
  /** What the hub says last before a peer is that far. */
  readonly ends: Readonly<Record<Stage, RegExp>>
  /** What the hub says on the way and later, beside pings. */
  readonly onText: (text: string) => void
}

/** Rejects when the hub does not let it as far as `stage` within `limitMs`. */
export async function letIn(socket: RawWebSocket, { stage, limitMs, ends, onText }: WayIn): Promise<RawPeer> {
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
    onText(text)
    if (ends[stage].test(text)) reached.resolve()
    if (text.startsWith(`43${ASK_ID}[`)) said.resolve(null)
  }
  await reached.promise.finally(() => clearTimeout(timer))
  heard.length = 0
  return { socket, heard, answersOrEnds: async (askMs) => answersOrEnds(socket, said.promise, askMs) }
}

async function answersOrEnds(
  socket: RawWebSocket,
  said: Promise<null>,
  limitMs: number,
): Promise<string | null> {
  socket.text(`42${ASK_ID}["NoSuchEvent"]`)
  if (socket.isClosed) return null
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(`neither answered nor closed in ${limitMs} ms`), limitMs)
  return Promise.race([said, late.promise]).finally(() => clearTimeout(timer))
}

export interface SaidByPeer {
  readonly number: number
  readonly kind: string
  readonly stage: Stage
  /** Each goes out as it is, one behind the other. */
  readonly frames: readonly Buffer[]
  /** Not whole: the hub may wait for the rest of it. */
  readonly mayWait: boolean
}

/** Sockets that have not registered are counted by address. */
export const addressOf = (number: number): string => `127.0.${16 + (number % 200)}.1`

/** Has a peer say one input, and gathers what is wrong with what it heard; `isWrong`: beside a fault of the hub's own. */
export async function spokenBy(
  { number, kind, stage, frames, mayWait }: SaidByPeer,
  { limitMs, isWrong }: { readonly limitMs: number; readonly isWrong: (heard: string) => boolean },
  meet: () => Promise<RawPeer>,
): Promise<Spoken> {
  const faults: string[] = []
  try {
    const peer = await meet()
    for (const frame of frames) peer.socket.send(frame)
    const late = mayWait ? null : await peer.answersOrEnds(limitMs)
    peer.socket.destroy()
    if (late !== null) faults.push(late)
    for (const text of peer.heard)
      if (text.includes('"code":"INTERNAL"') || isWrong(text))
        faults.push(`was answered ${text.slice(0, 200)}`)
  } catch (error) {
    faults.push(String(error))
  }
  return spokenOf({ number, kind, to: stage, isReal: stage === 'registered', pieces: frames }, faults)
}

/** Nobody who left is still counted. */
export async function leftBehind(what: () => string | null, limitMs: number): Promise<string[]> {
  await until('everybody is gone', () => what() === null, limitMs).catch(() => undefined)
  return [what() ?? []].flat()
}
