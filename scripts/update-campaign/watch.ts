// Looks all the time whether a computer takes labels, and keeps each time that it did not.
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface Gap {
  /** Of performance.now(). */
  readonly fromMs: number
  readonly toMs: number
}

export interface WatchParts {
  readonly door: { readonly host: string; readonly port: number }
  /** Address to ask from. */
  readonly from: string
  readonly signal: AbortSignal
}

const LOOK_EVERY_MS = 25
/** An agent whose machine is busy takes a connection in its kernel, so a longer silence is one that is not there. */
const ANSWER_MS = 2_000

/** Resolves at the signal. A time without an agent is from the last connection that was taken to the next one. */
export async function watchDoor({ door, from, signal }: WatchParts): Promise<Gap[]> {
  const gaps: Gap[] = []
  let lastMs = performance.now()
  let isAway = false
  while (!signal.aborted) {
    const isTaken = await connects(door, from)
    const nowMs = performance.now()
    if (isTaken && isAway) gaps.push({ fromMs: lastMs, toMs: nowMs })
    isAway = !isTaken
    if (isTaken) lastMs = nowMs
    await delay(LOOK_EVERY_MS)
  }
  if (isAway) gaps.push({ fromMs: lastMs, toMs: performance.now() })
  return gaps
}

async function connects(door: WatchParts['door'], localAddress: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ ...door, localAddress })
    const end = (isTaken: boolean): void => {
      socket.destroy()
      resolve(isTaken)
    }
    socket.setTimeout(ANSWER_MS, () => end(false))
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
