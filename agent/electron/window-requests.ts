// What the window asks through the preload: only the window's operations with parameters that fit, and only the window.
import { AgentApi, windowMethods, type WindowMethod } from '../contract/agent-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'
import { NotRunningError } from '../contract/socket-client.ts'
import { refusedAs, type BridgeAnswer } from '../window/bridge.ts'

/** A support bundle is the largest; it is text. */
const MAX_SAVED_CHARACTERS = 16_000_000
const Save = z.tuple([z.string().regex(/^[\w][\w. -]{0,99}$/), z.string().max(MAX_SAVED_CHARACTERS)])
const Method = z
  .string()
  .refine((name): name is WindowMethod => windowMethods.some((method) => method === name))

/** `ask`: at the agent; `params` were parsed by the method's schema. */
export interface Agent {
  readonly ask: (method: WindowMethod, params: never) => Promise<unknown>
}

/** Never throws: every failure is an answer that the pages have words for. */
export async function answerAsk(given: readonly unknown[], agent: Agent): Promise<BridgeAnswer> {
  const method = Method.safeParse(given[0])
  if (!method.success || given.length > 2) return refused('not_found', 'There is no such method')
  const params = AgentApi[method.data].params.safeParse(given[1] ?? {})
  if (!params.success) return refused('request_refused', z.prettifyError(params.error).slice(0, 1_000))
  try {
    // The schema of this method parsed them.
    return { ok: true, data: await agent.ask(method.data, params.data as never) }
  } catch (error) {
    return refusalOf(error)
  }
}

/** So many questions of the window are under way at once; a page asks two or three. */
const MAX_UNDER_WAY = 8

/** Refuses what a page asks beyond that: the agent takes 16 connections in all. */
export class Questions {
  #underWay = 0

  async run(ask: () => Promise<BridgeAnswer>): Promise<BridgeAnswer> {
    if (this.#underWay >= MAX_UNDER_WAY)
      return refused('rate_limited', 'The window asks for too much at once')
    this.#underWay += 1
    return ask().finally(() => (this.#underWay -= 1))
  }
}

/** Throws ZodError: the pages send nothing else. */
export function readSave(given: readonly unknown[]): { readonly fileName: string; readonly text: string } {
  const [fileName, text] = Save.parse(given)
  return { fileName, text }
}

function refusalOf(error: unknown): BridgeAnswer {
  if (error instanceof NotRunningError) return refused('not_running', error.message)
  if (error instanceof ProblemError) return refusedAs(error)
  // The agent answered something that this version does not know.
  return refused('not_supported', '')
}

function refused(code: Exclude<BridgeAnswer, { ok: true }>['code'], message: string): BridgeAnswer {
  return { ok: false, code, message }
}
