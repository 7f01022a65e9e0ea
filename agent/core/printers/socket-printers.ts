// Printers with a raw port of their own, as it is or within TLS: one lock for each, whoever prints, asks or looks.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import type { Presence, PrinterBackend, PrinterInfo } from './printer-backend.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { PrinterLock } from './printer-lock.ts'
import type { Secured } from './secured-socket.ts'
import { sharedLooks } from './shared-looks.ts'
import {
  writeToSocket,
  type SocketAddress,
  type SocketLimits,
  type SocketWriteParts,
} from './socket-writer.ts'
import { readPrinter } from './status-query.ts'
import { tcpAddressText } from './tcp-address.ts'
import { writeFailure, type WriteFailure, type WriteFailureCode } from './write-outcome.ts'

export interface SocketPrinterParts {
  readonly kind: Extract<PrinterKind, 'tcp' | 'tls'>
  readonly listed: () => readonly PrinterInfo[]
  /** Any address can be printed to, listed or not; null when the text is none. */
  readonly parse: (address: string) => SocketAddress | null
  /** TLS around each connection; left out, there is none. */
  readonly secure?: (address: SocketAddress) => Secured
  readonly clock: Clock
  readonly limits: SocketLimits
  /** Of the labels; left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
}

/** A printer that takes the connection and does not close it is busy with somebody else. */
const STATUS_CLOSE_MS = 1_000

export function createSocketPrinters(parts: SocketPrinterParts): PrinterBackend {
  const { kind, listed, parse, clock, limits, failpoint } = parts
  const lock = new PrinterLock()
  const secureOf = (address: SocketAddress): Secured | undefined => parts.secure?.(address)
  const look = sharedLooks(async (text) => {
    const address = parse(text)
    if (address !== null) return lookAt(address, lock, { clock, limits, secure: secureOf(address) })
    return { state: 'absent', reason: reason('address_not_usable', {}, text.slice(0, 100)) }
  })
  return {
    kind,
    way: 'two_way',
    // The printer closed its end behind the last byte.
    proves: 'L1',
    list: async () => listed(),
    status: look,
    leadsTo: async (text) => parse(text),
    read: async (text, language) => {
      const address = parse(text)
      if (address === null) return { kind: 'unreachable', failure: notUsable(text) }
      const secure = secureOf(address)
      const answer = await lock.question(tcpAddressText(address), async (signal) =>
        readPrinter(address, language, { clock, secure, signal }),
      )
      return answer ?? { kind: 'busy' }
    },
    print: async ({ address: text, payload, tail = null, signal }) => {
      const address = parse(text)
      if (address === null) return notUsable(text)
      const secure = secureOf(address)
      return lock.label(tcpAddressText(address), async () =>
        writeToSocket({ address, payload, limits, secure, clock, tail, signal, failpoint }),
      )
    },
  }
}

function notUsable(text: string): WriteFailure {
  return writeFailure('address_not_usable', false, text.slice(0, 100))
}

async function lookAt(
  address: SocketAddress,
  lock: PrinterLock,
  { clock, limits, secure }: Pick<SocketWriteParts, 'clock' | 'limits' | 'secure'>,
): Promise<Presence> {
  const outcome = await lock.question(tcpAddressText(address), async (signal) =>
    writeToSocket({
      address,
      clock,
      secure,
      signal,
      payload: new Uint8Array(),
      limits: { ...limits, closeMs: Math.min(limits.closeMs, STATUS_CLOSE_MS) },
    }),
  )
  if (outcome === null || (!outcome.ok && outcome.code === 'stopped'))
    return { state: 'busy', reason: reason('printer_in_use', {}) }
  return outcome.ok ? { state: 'present', reason: null } : presenceOf(outcome)
}

const THERE: ReadonlySet<WriteFailureCode> = new Set<WriteFailureCode>([
  'printer_busy',
  'close_not_seen',
  'connection_reset',
  'closed_early',
  'tls_silent',
])

function presenceOf({ code, reason: why }: WriteFailure): Presence {
  return { state: THERE.has(code) ? 'busy' : 'absent', reason: why }
}
