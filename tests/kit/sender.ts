// A label program at the counter: sends label after label, and knows of each whether it was taken.
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import type { Payload } from './payloads.ts'

/** `refused`: not one byte was sent. `broken`: bytes were, and our FIN never came; it may have been taken all the same. */
export type Answer = 'accepted' | 'refused' | 'broken'

export interface Sent {
  readonly payload: Pick<Payload, 'serial' | 'sha256'>
  readonly bytes: number
  readonly answer: Answer
}

export interface SenderParts {
  readonly from: string
  readonly to: { readonly host: string; readonly port: number }
  readonly next: () => Payload
  readonly dice: Dice
  /** Read before each wait, so that a load may go faster for a while. */
  readonly pauseMs: { readonly low: number; readonly high: number }
  readonly signal: AbortSignal
  readonly onSent: (sent: Sent) => void
}

const LIMIT_MS = 60_000
const CLOSED_AGAIN_MS = 100

/** Every label once: a real program's second try would be a second label, and no fault of ours. */
export async function sendLabels({
  next,
  onSent,
  dice,
  pauseMs,
  signal,
  ...way
}: SenderParts): Promise<void> {
  let payload = next()
  while (!signal.aborted) {
    const answer = await send(payload.bytes, way)
    // Of a refused connection nothing is known to anybody: the same label goes on.
    if (answer !== 'refused') {
      onSent({
        payload: { serial: payload.serial, sha256: payload.sha256 },
        bytes: payload.bytes.length,
        answer,
      })
      payload = next()
    }
    const restMs = answer === 'refused' ? CLOSED_AGAIN_MS : dice.between(pauseMs.low, pauseMs.high)
    await delay(restMs, null, { signal }).catch(() => undefined)
  }
}

/** Their FIN, then ours: only that is a yes. */
async function send(bytes: Buffer, { from, to }: Pick<SenderParts, 'from' | 'to'>): Promise<Answer> {
  return new Promise((resolve) => {
    let isConnected = false
    let sawTheirEnd = false
    const socket = net.connect({ ...to, localAddress: from, allowHalfOpen: true, noDelay: true })
    socket.setTimeout(LIMIT_MS, () => socket.destroy())
    socket
      .on('connect', () => {
        isConnected = true
        socket.end(bytes)
      })
      .on('end', () => (sawTheirEnd = socket.writableFinished))
      .on('error', () => undefined)
      .on('close', (hadError) => {
        if (!isConnected) resolve('refused')
        else resolve(sawTheirEnd && !hadError ? 'accepted' : 'broken')
      })
      .resume()
  })
}

/** An agent whose machine is busy takes a connection in its kernel, so a longer silence is one that is not there. */
const TAKEN_MS = 2_000

/** Whether somebody takes a connection there. */
export async function connects(to: SenderParts['to'], localAddress: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ ...to, localAddress })
    const end = (isTaken: boolean): void => {
      socket.destroy()
      resolve(isTaken)
    }
    socket.setTimeout(TAKEN_MS, () => end(false))
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
