// Asks a printer how it is, on a connection of its own. Never while a label is on its way to it: whoever calls this holds
// the printer's lock (printer-lock.ts), as the TCP back end does.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { statusAdapters } from '../status/adapters.ts'
import type { PrinterReading, StatusLanguage } from '../status/printer-reading.ts'
import { Question } from '../status/question.ts'
import type { TailTalk } from '../status/tail-talk.ts'
import type { Secured } from './secured-socket.ts'
import { writeToSocket, type SocketAddress, type SocketLimits } from './socket-writer.ts'
import type { WriteFailure, WriteOutcome } from './write-outcome.ts'

export type StatusAnswer =
  /** `tookMs`: until the printer had closed the connection. */
  | { readonly kind: 'reading'; readonly reading: PrinterReading; readonly tookMs: number }
  /** It took the connection and said nothing that is an answer. */
  | { readonly kind: 'silent'; readonly tookMs: number }
  /** There was no connection, or it broke before an answer. */
  | { readonly kind: 'unreachable'; readonly failure: WriteFailure }
  /** It took a connection; it may not be asked anything, because nobody knows its language. */
  | { readonly kind: 'there' }
  /** Not asked: a label is on its way to it, or came in between. */
  | { readonly kind: 'busy' }

/** With the time for an answer 3 s in all; over TLS 4.5 s. */
const LIMITS: SocketLimits = { connectMs: 800, stallMs: 200, closeMs: 500 }
const HANDSHAKE_MS = 1_500

export interface StatusQueryParts {
  readonly clock: Clock
  /** Left out, it is asked as it is. */
  readonly secure?: Secured | undefined
  /** Ends it at once, for a label that wants the printer. */
  readonly signal: AbortSignal
}

/**
 * Of a printer on the network. Answers within 3 s, over TLS within 4.5 s, and never throws, once the connection is closed.
 * `language`: what mayAsk said; a question in another language comes out on a label.
 */
export async function readPrinter(
  address: SocketAddress,
  language: StatusLanguage,
  parts: StatusQueryParts,
): Promise<StatusAnswer> {
  const payload = new Uint8Array()
  const secure = parts.secure === undefined ? undefined : { ...parts.secure, handshakeMs: HANDSHAKE_MS }
  return askStatus(language, parts, async (tail) =>
    writeToSocket({ ...parts, address, secure, limits: LIMITS, tail, payload }),
  )
}

/** Over any connection: `exchange` opens it, holds the talk on it, and answers once it is closed. */
export async function askStatus(
  language: StatusLanguage,
  { clock, signal }: Pick<StatusQueryParts, 'clock' | 'signal'>,
  exchange: (tail: TailTalk) => Promise<WriteOutcome>,
): Promise<StatusAnswer> {
  const question = new Question(statusAdapters[language])
  const startedMs = clock.monotonicMs()
  const outcome = await exchange(question)
  const answer = question.answer()
  const tookMs = clock.monotonicMs() - startedMs
  if (answer !== null) {
    const { isWhole: _, ...told } = answer
    return { kind: 'reading', reading: { language, ...told, atMs: clock.wallMs() }, tookMs }
  }
  if (signal.aborted) return { kind: 'busy' }
  const isSilent = outcome.ok || outcome.code === 'close_not_seen' || outcome.code === 'write_stalled'
  return isSilent ? { kind: 'silent', tookMs } : { kind: 'unreachable', failure: outcome }
}
