// Adds or removes Windows' printer that leads to the agent, by the agent's command line, which has Windows ask the person at
// this computer for an administrator: the agent itself runs as an account that may not, and has nobody to ask.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'
import type { BridgeAnswer } from '../window/bridge.ts'
import { agentCommand, failureText, type Core } from './agent-command.ts'

/** An administrator may have to be fetched, and Windows may have to install a driver. */
const LIMIT_MS = 200_000
const Acts = z.tuple([z.enum(['add', 'remove'])])

/** One at a time: Windows' question stands in front of everything. */
export class LocalPrinterCommand {
  readonly #core: Core
  readonly #environment: Environment
  #isUnderWay = false

  constructor({ core, environment }: { readonly core: Core; readonly environment: Environment }) {
    this.#core = core
    this.#environment = environment
  }

  /** `given`: what the page sent. Never throws. */
  async answer(given: readonly unknown[]): Promise<BridgeAnswer> {
    const acts = Acts.safeParse(given)
    if (!acts.success) return { ok: false, code: 'request_refused', message: '' }
    if (this.#isUnderWay) return { ok: false, code: 'rate_limited', message: '' }
    this.#isUnderWay = true
    const order = { words: ['local-printer', ...acts.data], limitMs: LIMIT_MS }
    const answer = await agentCommand(this.#core, this.#environment, order)
    this.#isUnderWay = false
    return answer.succeeded
      ? { ok: true, data: answer.json }
      : { ok: false, code: 'state_conflict', message: failureText(answer) }
  }
}
