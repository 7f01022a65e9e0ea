// Requests with a reply over a socket: the form of a contract, and the two functions that keep to it.
//
//   asker ── event, ...args, ack ──▶ answerer     every event is a request and may carry an acknowledgement
//   asker ◀── ack({ok:true,data} | {ok:false,code,message,reason?})
//
// Nothing reaches a handler before the contract's schema has parsed it; the handler gets the parsed value. What leaves keeps
// to the schema itself, what comes is read by its reader (wire.ts): the other side may be of a later version.
import { z } from 'zod'
import type { Logger } from '../logger.ts'
import { Reason } from '../reasons/reason.ts'
import { growing, readerOf } from '../wire.ts'

/** Every code a hub or a device may answer, and whether the same request may be tried again. */
export const HUB_CODES = {
  UNKNOWN_EVENT: 'final',
  INVALID: 'final',
  NOT_REGISTERED: 'final',
  FORBIDDEN: 'final',
  PEER_UNKNOWN: 'final',
  PEER_OFFLINE: 'retry',
  PEER_GONE: 'retry',
  TOO_LARGE: 'final',
  QUEUE_FULL: 'retry',
  RATE_LIMITED: 'retry',
  DEADLINE: 'retry',
  TIMEOUT: 'retry',
  HUB_RESTARTING: 'retry',
  UNAVAILABLE: 'retry',
  UPGRADE_REQUIRED: 'final',
  /** The proof does not fit, or its key is not the one that this computer is known by. */
  BAD_KEY: 'final',
  /** This installation belongs to no pharmacy: it needs a pairing code. */
  NOT_PAIRED: 'final',
  /** Wrong, used up or too old: one answer for all, so that guessing teaches nothing. */
  PAIRING_REFUSED: 'final',
  /** Paired, and waiting for an Admin. */
  NOT_APPROVED: 'retry',
  REVOKED: 'final',
  DELETED: 'final',
  IDENTITY_CONFLICT: 'retry',
  NOT_SUPPORTED: 'final',
  INTERNAL: 'retry',
} as const satisfies Record<string, 'retry' | 'final'>
export type HubCode = keyof typeof HUB_CODES
export const hubCodes = Object.keys(HUB_CODES) as [HubCode, ...HubCode[]]

/** One event: its documented parameters in order, and the data of a good reply. */
export interface Exchange {
  readonly args: z.ZodTuple<readonly z.ZodType[]>
  readonly reply: z.ZodType
}
export type Contract = Readonly<Record<string, Exchange>>
export type ArgsIn<E extends Exchange> = z.input<E['args']>
export type ArgsOut<E extends Exchange> = z.output<E['args']>
export type DataIn<E extends Exchange> = z.input<E['reply']>
export type DataOut<E extends Exchange> = z.output<E['reply']>

/** What a side must implement: all of the contract, nothing else. */
export type Handlers<C extends Contract> = {
  readonly [E in keyof C]: (...args: ArgsOut<C[E]>) => Promise<DataIn<C[E]>>
}

/** How long a refused side is asked to wait before it tries again, in ms. */
export const RetryAfterMs = z.int().min(0).max(3_600_000)

/** An expected refusal on a hub. The message is for people and holds no secrets. */
export class HubError extends Error {
  readonly code: HubCode
  /** When the same request may come again; null: nothing is known of it. */
  readonly retryAfterMs: number | null
  /** Null where only the English message says why. */
  readonly reason: Reason | null
  constructor(
    code: HubCode,
    message: string | Reason,
    { cause, retryAfterMs }: { readonly cause?: unknown; readonly retryAfterMs?: number | null } = {},
  ) {
    super(typeof message === 'string' ? message : message.detail, cause === undefined ? undefined : { cause })
    this.name = 'HubError'
    this.code = code
    this.retryAfterMs = retryAfterMs ?? null
    this.reason = typeof message === 'string' ? null : message
  }
}

/** For logs: of an error of any kind. The words of a refusal may be the other side's own, and hold anything. */
export function hubCodeOf(error: unknown): HubCode {
  return error instanceof HubError ? error.code : 'INTERNAL'
}

export type Reply<T> =
  | { ok: true; data: T }
  | { ok: false; code: HubCode; message: string; retryAfterMs?: number; reason?: Reason }
/** One that is not known here may be tried again, like a fault of the other side. */
export const AnyHubCode = growing(z.enum(hubCodes), 'INTERNAL')
const ReplyFrame = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({
    ok: z.literal(false),
    code: AnyHubCode,
    message: z.string().max(2_000),
    retryAfterMs: RetryAfterMs.optional(),
    reason: Reason.optional(),
  }),
])

/** What both ends need of a socket; socket.io's server and client sockets fit. */
export interface EventSocket {
  onAny(listener: (event: string, ...args: unknown[]) => void): unknown
  emit(event: string, ...args: unknown[]): unknown
}

type Ack = (reply: Reply<unknown>) => void

export interface AnswerParts<C extends Contract> {
  readonly handlers: Handlers<C>
  readonly logger: Logger
  /** Called with each event that is refused with UNKNOWN_EVENT or INVALID before a handler sees it. */
  readonly onNotUnderstood?: () => void
}

/** Answers every event of the contract; anything else is refused with UNKNOWN_EVENT or INVALID. */
export function answer<C extends Contract>(socket: EventSocket, contract: C, parts: AnswerParts<C>): void {
  socket.onAny((event, ...args) => {
    const last = args.at(-1)
    const ack = typeof last === 'function' ? (last as Ack) : null
    const given = ack === null ? args : args.slice(0, -1)
    void replyTo(contract, { event, given }, parts).then((reply) => ack?.(reply))
  })
}

async function replyTo<C extends Contract>(
  contract: C,
  call: { readonly event: string; readonly given: unknown[] },
  parts: AnswerParts<C>,
): Promise<Reply<unknown>> {
  const { event, given } = call
  const notUnderstood = (code: HubCode, text: string): Reply<never> => {
    parts.onNotUnderstood?.()
    return refusal(new HubError(code, text))
  }
  // Object.hasOwn: `__proto__` and `constructor` are not events.
  const exchange = Object.hasOwn(contract, event) ? contract[event] : undefined
  const handler = exchange === undefined ? undefined : parts.handlers[event]
  if (exchange === undefined || handler === undefined)
    return notUnderstood('UNKNOWN_EVENT', 'There is no such event')
  const parsed = readerOf(exchange.args).safeParse(given)
  if (!parsed.success) return notUnderstood('INVALID', z.prettifyError(parsed.error).slice(0, 1_000))
  try {
    const data = await handler(...(parsed.data as ArgsOut<C[typeof event]>))
    return { ok: true, data: exchange.reply.parse(data) }
  } catch (error) {
    if (error instanceof HubError) return refusal(error)
    parts.logger.error('hub.handler-failed', error, { event })
    return refusal(new HubError('INTERNAL', 'Something went wrong on this side'))
  }
}

function refusal({ code, message, retryAfterMs, reason }: HubError): Reply<never> {
  return {
    ok: false,
    code,
    message,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(reason === null ? {} : { reason }),
  }
}

/**
 * Sends one request and waits for its reply. Throws HubError: the code of the refusal, TIMEOUT after `timeoutMs`
 * (the other side may have done the work), INVALID when the reply does not keep to the contract.
 */
export async function ask<C extends Contract, E extends keyof C & string>(
  socket: EventSocket,
  contract: C,
  request: { readonly event: E; readonly args: ArgsIn<C[E]>; readonly timeoutMs: number },
): Promise<DataOut<C[E]>> {
  const exchange: Exchange | undefined = contract[request.event]
  if (exchange === undefined) throw new HubError('UNKNOWN_EVENT', 'There is no such event')
  const frame = await acknowledged(socket, request.event, {
    args: sendable(exchange, request.args),
    timeoutMs: request.timeoutMs,
  })
  const reply = readerOf(ReplyFrame).safeParse(frame)
  if (!reply.success) throw new HubError('INVALID', `${request.event}: the reply has no known form`)
  if (!reply.data.ok) {
    const { code, message, retryAfterMs, reason } = reply.data
    throw new HubError(code, reason ?? message, { retryAfterMs: retryAfterMs ?? null })
  }
  const data = readerOf(exchange.reply).safeParse(reply.data.data)
  if (!data.success) throw new HubError('INVALID', `${request.event}: the reply data is not valid`)
  return data.data as DataOut<C[E]>
}

/** Arguments as they are, which keep to the contract. Throws ZodError: what this side would send is a fault of its own. */
export function sendable(exchange: Exchange, args: unknown): readonly unknown[] {
  exchange.args.parse(args)
  return args as readonly unknown[]
}

async function acknowledged(
  socket: EventSocket,
  event: string,
  call: { readonly args: readonly unknown[]; readonly timeoutMs: number },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new HubError('TIMEOUT', `${event}: no reply within ${call.timeoutMs} ms`)),
      call.timeoutMs,
    )
    socket.emit(event, ...call.args, (frame: unknown) => {
      clearTimeout(timer)
      resolve(frame)
    })
  })
}
