// How the platform serves who belongs to it: messages between two devices, and a page of somebody who is signed in.
import { setTimeout as delay } from 'node:timers/promises'
import type { TestBrowser } from '../../../portal/test/test-browser.ts'
import { figuresOf, type Figures } from '../bench/measure.ts'
import type { FloodDevice } from './devices.ts'

const EACH_MS = 5
const PAGE_EACH_MS = 500

export interface Served {
  readonly relay: Figures
  /** Messages that did not arrive. */
  readonly relayLost: number
  /** Of pages; the failed ones have no time. */
  readonly pages: Figures
  readonly pagesLost: number
}

/** For so many seconds: a message each 5 ms and a page twice a second. */
export async function served(
  parts: { readonly pair: readonly [FloodDevice, FloodDevice]; readonly browser: TestBrowser },
  seconds: number,
): Promise<Served> {
  const [sender, target] = parts.pair
  const page = async (): Promise<number> => {
    const beganMs = performance.now()
    const { status } = await parts.browser.get('/relay')
    if (status !== 200) throw new Error(`status ${status}`)
    return performance.now() - beganMs
  }
  const endMs = performance.now() + seconds * 1_000
  const [relayed, pages] = await Promise.all([
    repeated(async () => sender.relay(target), EACH_MS, endMs),
    repeated(page, PAGE_EACH_MS, endMs),
  ])
  return {
    relay: figuresOf(relayed.times),
    relayLost: relayed.lost,
    pages: figuresOf(pages.times),
    pagesLost: pages.lost,
  }
}

async function repeated(
  once: () => Promise<number>,
  eachMs: number,
  endMs: number,
): Promise<{ readonly times: number[]; readonly lost: number }> {
  const times: number[] = []
  let lost = 0
  for (let dueMs = performance.now(); dueMs < endMs; dueMs = Math.max(dueMs + eachMs, performance.now())) {
    await delay(Math.max(0, dueMs - performance.now()))
    await once().then(
      (ms) => times.push(ms),
      () => (lost += 1),
    )
  }
  return { times, lost }
}
