// Labels that keep coming, each with its own number and length, and what became of each at the computers.
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { computerOf } from '../demo-computers.ts'
import type { RunningDemo } from '../running-demo.ts'
import { send } from './agents.ts'

/** By its length a label is found again among jobs, which tell nothing of what is on it. */
const SHORTEST_BYTES = 1_000
const PAUSE_MS = 120

export interface SentLabel {
  readonly n: number
  readonly bytes: number
  readonly sha256: string
  /** Null once the computer took it whole, else why it did not. */
  readonly fault: string | null
}

export interface LabelStream {
  /** Ends it after so many more labels for each computer; gives all that were sent. */
  end(more: number): Promise<readonly SentLabel[]>
}

export function numberedLabel(n: number): Buffer {
  const text = `^XA^FO20,20^A0N,40,40^FDLabel ${n}^FS^XZ\n`
  const filler = `^FX${'.'.repeat(SHORTEST_BYTES + n - text.length - 3)}`
  return Buffer.from(text.replace('^XA', `^XA${filler}`))
}

/** Sends labels to each of the computers, one after the other and all computers at once, until it is ended. */
export function startLabels(running: RunningDemo, parts: LabelStreamParts): LabelStream {
  const sent: SentLabel[] = []
  let left = Infinity
  let n = 1
  const feed = async (to: string): Promise<void> => {
    const address = { host: computerOf(running.demo, to).rawHost, port: parts.port }
    for (let rest = left; rest > 0; rest = Math.min(rest - 1, left)) {
      const label = numberedLabel(n)
      const facts = { n: n++, bytes: label.length, sha256: sha256(label) }
      sent.push({ ...facts, fault: await send(address, label) })
      await delay(PAUSE_MS)
    }
  }
  const feeds = Promise.all(parts.computers.map(feed))
  return {
    end: async (more) => {
      left = more
      await feeds
      return sent.toSorted((one, other) => one.n - other.n)
    },
  }
}

interface LabelStreamParts {
  readonly computers: readonly string[]
  readonly port: number
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
