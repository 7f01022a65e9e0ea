// Sends a label as programs send it, and says in words what was seen of it.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { SOCKET_LIMITS, writeToSocket } from '../../agent/core/printers/socket-writer.ts'
import type { WriteFailureCode } from '../../agent/core/printers/write-outcome.ts'
import type { Destination } from './destination.ts'
import { digestOf, type Label } from './label-file.ts'

export interface Sent {
  readonly ok: boolean
  readonly text: string
}

/** One after the other, until one fails. Each waits for the other side's close: up to 90 s. */
export async function sendLabel(label: Label, destination: Destination, times: number): Promise<Sent> {
  const startedAt = performance.now()
  for (let count = 0; count < times; count += 1) {
    const outcome = await writeToSocket({
      address: destination.address,
      payload: label.bytes,
      limits: SOCKET_LIMITS,
      clock: systemClock,
      signal: new AbortController().signal,
    })
    if (outcome.ok) continue
    const before = count === 0 ? '' : `${count} of ${times} were taken, then not: `
    const fault = faultText(outcome.code, destination) ?? `${destination.text}: ${outcome.reason.detail}.`
    return { ok: false, text: before + fault }
  }
  return { ok: true, text: sentText(label, { destination, times, ms: performance.now() - startedAt }) }
}

/** "Took": whether it was printed is seen at the printer only. */
function sentText(
  { name, bytes }: Label,
  {
    destination,
    times,
    ms,
  }: { readonly destination: Destination; readonly times: number; readonly ms: number },
): string {
  const size = `${bytes.length.toLocaleString('en')} bytes`
  const facts = `${size}${times === 1 ? '' : ` each, ${times} times`}, SHA-256 ${digestOf(bytes)}…`
  const look = destination.look.map((url) => `\n  Look: ${url}`).join('')
  return `${destination.text} took ${name} (${facts}) within ${Math.ceil(ms)} ms.${look}`
}

function faultText(code: WriteFailureCode, { text, whenRefused }: Destination): string | null {
  if (code === 'printer_busy') return `${text} refuses the connection. ${whenRefused}`
  if (code === 'printer_unreachable') return `${text} cannot be reached, or turns this sender away.`
  if (code === 'connection_reset')
    return `${text} broke the connection off: it did not take this. Its log says why.`
  if (code === 'closed_early') return `${text} closed before it had everything.`
  if (code === 'close_not_seen')
    return `${text} has everything but did not close within 90 s: it may still print it.`
  return null
}
