// Looks all the time whether a computer takes labels, and keeps each time that it did not.
import { setTimeout as delay } from 'node:timers/promises'
import { connects } from '../../../kit/sender.ts'

export interface Gap {
  /** Of performance.now(). */
  readonly fromMs: number
  readonly toMs: number
}

export interface WatchParts {
  readonly listener: { readonly host: string; readonly port: number }
  /** Address to ask from. */
  readonly from: string
  readonly signal: AbortSignal
}

const LOOK_EVERY_MS = 25

/** Resolves at the signal. A time without an agent is from the last connection that was taken to the next one. */
export async function watchListener({ listener, from, signal }: WatchParts): Promise<Gap[]> {
  const gaps: Gap[] = []
  let lastMs = performance.now()
  let isAway = false
  while (!signal.aborted) {
    const isTaken = await connects(listener, from)
    const nowMs = performance.now()
    if (isTaken && isAway) gaps.push({ fromMs: lastMs, toMs: nowMs })
    isAway = !isTaken
    if (isTaken) lastMs = nowMs
    await delay(LOOK_EVERY_MS)
  }
  if (isAway) gaps.push({ fromMs: lastMs, toMs: performance.now() })
  return gaps
}
