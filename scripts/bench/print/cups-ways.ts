// CUPS on the same way: one print server with the printer, and one that hands labels on to another.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { createCupsPrinters } from '../../../agent/core/printers/cups.ts'
import { hasCupsd, startCupsd, type Cupsd } from '../../../agent/core/printers/test/cupsd.ts'
import type { Sink } from './sink.ts'
import { freePort, type Way } from './way.ts'

const QUEUE = 'label'
const ABSENT = 'not installed, or this is not root: npm run tools'
const JOB_LIMIT_MS = 30_000

/** Submitted by IPP over the local socket, as `lp` does; it is not charged with starting `lp`. */
export async function cupsWay(sink: Sink): Promise<Way | string> {
  if (!hasCupsd) return ABSENT
  const server = await startCupsd(null)
  await server.addQueue(QUEUE, `socket://127.0.0.1:${sink.port}`)
  return { send: senderTo(server), stop: async () => server.stop() }
}

export async function cupsToCupsWay(sink: Sink): Promise<Way | string> {
  if (!hasCupsd) return ABSENT
  const address = `127.0.0.1:${await freePort()}`
  const far = await startCupsd(address)
  const near = await startCupsd(null)
  await far.addQueue(QUEUE, `socket://127.0.0.1:${sink.port}`)
  await near.addQueue(QUEUE, `ipp://${address}/printers/${QUEUE}`)
  return {
    send: senderTo(near),
    stop: async () => void (await Promise.all([near.stop(), far.stop()])),
  }
}

/** Resolves when the job is finished. */
function senderTo({ socketPath }: Cupsd): Way['send'] {
  const printers = createCupsPrinters({ socketPath, clock: systemClock, jobMs: JOB_LIMIT_MS })
  return async (payload) => {
    const signal = new AbortController().signal
    const outcome = await printers.print({ address: QUEUE, payload, title: 'bench', signal })
    if (!outcome.ok) throw new Error(`CUPS: ${outcome.why}`)
  }
}
