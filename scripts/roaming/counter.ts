// The label programs at the counter, as a process in the Client's network, and what they say was accepted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'

const SentLabel = z.object({
  payload: z.object({ serial: z.int(), sha256: z.string() }),
  answer: z.enum(['accepted', 'refused', 'broken']),
  /** When its sender had its answer; by the wall clock, in ms. */
  atMs: z.number(),
})
export type SentLabel = z.infer<typeof SentLabel>

export interface Counter {
  /** Grows until the end. */
  readonly sent: readonly SentLabel[]
  /** Resolves once the last label under way has its answer. */
  readonly stop: () => Promise<void>
}

export function startCounter(within: readonly string[], port: number, seed: number): Counter {
  const files = ['../run.cjs', 'counter-program.ts'].map((file) => path.join(import.meta.dirname, file))
  const [command, ...args] = [...within, process.execPath, ...files, String(port), String(seed)]
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true })
  const ended = once(child, 'exit')
  const sent: SentLabel[] = []
  child.on('message', (raw: unknown) => void sent.push(SentLabel.parse(raw)))
  return {
    sent,
    stop: async () => {
      if (child.connected) child.send('enough', () => undefined)
      await ended
    },
  }
}
