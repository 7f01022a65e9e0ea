// An exchange of secrets in containers as relayctl says it: a round is written, what it names is restarted one after the other, then the next.
import { z } from 'zod'
import type { Answer } from './podman.ts'

const MOST_CALLS = 20
const Said = z.object({
  isOver: z.boolean(),
  round: z.number().default(0),
  toRestart: z.array(z.string()).default([]),
})

export interface ExchangeParts {
  readonly what: string
  readonly relayctl: (...words: readonly string[]) => Promise<Answer>
  /** Resolves once it is ready again; else with what is wrong. */
  readonly restart: (name: string) => Promise<string | null>
}

/** Null when it came to its end; else what went wrong. */
export async function exchange({ what, relayctl, restart }: ExchangeParts): Promise<string | null> {
  let restarted: string[] = []
  for (let call = 0; call < MOST_CALLS; call += 1) {
    const words = ['rotate', what, ...restarted, '--json']
    const { code, output } = await relayctl(...words)
    if (code !== 0) return `call ${call + 1}, code ${code}: ${output}`
    const { isOver, round, toRestart } = Said.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))
    if (isOver) return null
    restarted = ['--restarted', String(round)]
    for (const name of toRestart) {
      const fault = await restart(name)
      if (fault !== null) return `after call ${call + 1}, ${name}: ${fault}`
    }
  }
  return `not at its end after ${MOST_CALLS} calls`
}
