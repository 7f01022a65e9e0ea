// Printers with a raw TCP port of their own, as label printers have on 9100.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import type { Presence, PrinterBackend, PrinterInfo } from './printer-backend.ts'
import { PrinterLock } from './printer-lock.ts'
import { sharedLooks } from './shared-looks.ts'
import { writeToSocket, type SocketAddress, type SocketLimits } from './socket-writer.ts'
import { readPrinter } from './status-query.ts'
import { parseTcpAddress, tcpAddressText } from './tcp-address.ts'
import { writeFailure, type WriteFailure, type WriteFailureCode } from './write-outcome.ts'

export interface TcpPrinterParts {
  /** The printers that are listed, as HOST:PORT; any other address can be printed to as well. */
  readonly addresses: () => readonly string[]
  readonly clock: Clock
  readonly limits: SocketLimits
  /** Of the labels; left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
}

/** A printer that takes the connection and does not close it is busy with somebody else. */
const STATUS_CLOSE_MS = 1_000

export function createTcpPrinters({ addresses, clock, limits, failpoint }: TcpPrinterParts): PrinterBackend {
  const lock = new PrinterLock()
  const look = sharedLooks(async (text) => {
    const address = parseTcpAddress(text)
    if (address !== null) return lookAt(address, lock, { clock, limits })
    return { state: 'absent', reason: reason('address_not_usable', {}, text.slice(0, 100)) }
  })
  return {
    kind: 'tcp',
    way: 'two_way',
    // The printer closed its end behind the last byte.
    proves: 'L1',
    list: async () => addresses().map(listed),
    status: look,
    leadsTo: async (text) => parseTcpAddress(text),
    read: async (text, language) => {
      const address = parseTcpAddress(text)
      if (address === null) return { kind: 'unreachable', failure: notUsable(text) }
      const answer = await lock.question(tcpAddressText(address), async (signal) =>
        readPrinter(address, language, { clock, signal }),
      )
      return answer ?? { kind: 'busy' }
    },
    print: async ({ address: text, payload, tail, signal }) => {
      const address = parseTcpAddress(text)
      if (address === null) return notUsable(text)
      return lock.label(tcpAddressText(address), async () =>
        writeToSocket({ address, payload, limits, clock, tail: tail ?? null, signal, failpoint }),
      )
    },
  }
}

function listed(address: string): PrinterInfo {
  return { id: `tcp:${address}`, name: address.slice(0, 200), detail: 'network printer' }
}

function notUsable(text: string): WriteFailure {
  return writeFailure('address_not_usable', false, text.slice(0, 100))
}

async function lookAt(
  address: SocketAddress,
  lock: PrinterLock,
  { clock, limits }: Pick<TcpPrinterParts, 'clock' | 'limits'>,
): Promise<Presence> {
  const outcome = await lock.question(tcpAddressText(address), async (signal) =>
    writeToSocket({
      address,
      clock,
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
])

function presenceOf({ code, reason: why }: WriteFailure): Presence {
  return { state: THERE.has(code) ? 'busy' : 'absent', reason: why }
}
