// One endpoint of the agent's local interface, and where its parameters travel: those named in braces in the path, the
// others in the query of a GET, or in the body of everything else.
import { z } from 'zod'

export interface AgentEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces: `/v1/jobs/{job}`. */
  readonly path: string
  /** For `agent help api`. */
  readonly summary: string
  /** Strict, so that a sender hears of a slip. */
  readonly params: z.ZodType
  /** `bytes`: the body is the parameter `payload` as it is, application/octet-stream. */
  readonly body: 'json' | 'bytes'
  readonly maxBodyBytes: number
  /** Null: the reply is empty, 204. */
  readonly reply: z.ZodType | null
  readonly replyType: ReplyType
  /** Whether the window's pages may call it. */
  readonly ofWindow: boolean
  /** `tray`: in the tray's window alone, which says so; neither by the command line nor in a browser. */
  readonly door: 'any' | 'tray'
}

/** The header by which the tray says that its window asks. */
export const DOOR_HEADER = 'x-agent-door'

export const REPLY_TYPES = {
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  text: 'text/plain; charset=utf-8',
} as const
export type ReplyType = keyof typeof REPLY_TYPES

export const NO_PARAMS = z.strictObject({})

/** A parameter of a query, where all is text: a whole number from 1. */
export const count = (max: number) => z.coerce.number<number | string>().int().min(1).max(max)

const DEFAULTS = {
  params: NO_PARAMS,
  body: 'json',
  maxBodyBytes: 16_384,
  reply: null,
  replyType: 'json',
  ofWindow: true,
  door: 'any',
} as const

type Given = Pick<AgentEndpoint, 'method' | 'path' | 'summary'> & Partial<AgentEndpoint>

/** Completes an entry: no parameters, a JSON body of at most 16 KiB, an empty reply, also for the window. */
export function endpoint<const E extends Given>(entry: E): Omit<typeof DEFAULTS, keyof E> & E {
  return { ...DEFAULTS, ...entry }
}

export type Params = Readonly<Record<string, unknown>>

/** The path and query of a call, and what is left for its body. */
export function target({ method, path }: AgentEndpoint, params: Params): { path: string; rest: Params } {
  const rest = { ...params }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (method !== 'GET') return { path: filled, rest }
  // In a query all is text, and what is null is left out.
  const given = Object.entries(rest).filter(([, value]) => value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return { path: query.size === 0 ? filled : `${filled}?${query.toString()}`, rest: {} }
}

/** The parameters that stand in a path; null when it is another endpoint's. */
export function pathParams({ path }: AgentEndpoint, asked: string): Params | null {
  const [wanted, given] = [path.split('/'), asked.split('/')]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined && part !== value) return null
    if (name !== undefined) params[name] = value
  }
  return decoded(params)
}

function decoded(params: Readonly<Record<string, string>>): Params | null {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    )
  } catch {
    return null
  }
}
