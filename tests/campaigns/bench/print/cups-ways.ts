// CUPS on the same way: one print server with the printer, and one that hands labels on to another.
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import {
  FIRST_ERROR,
  OPERATION,
  OUR_USER,
  pathOf,
  printerUri,
} from '../../../../agent/core/printers/cups-queue.ts'
import { askIpp } from '../../../../agent/core/printers/ipp-client.ts'
import { hasCupsd, startCupsd, type Cupsd } from '../../../../agent/core/printers/test/cupsd.ts'
import type { Sink } from './sink.ts'
import { type Way } from './way.ts'

const QUEUE = 'label'
const ABSENT = 'not installed, or this is not root: npm run tools'

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

/** Resolves when CUPS has taken the job, as `lp` ends; several may wait in its queue. */
function senderTo({ socketPath }: Cupsd): Way['send'] {
  return async (payload) => {
    const answer = await askIpp(socketPath, pathOf(QUEUE), {
      operation: OPERATION.printJob,
      attributes: [
        printerUri(QUEUE),
        OUR_USER,
        { name: 'job-name', kind: 'name', values: ['bench'] },
        { name: 'document-format', kind: 'mime', values: ['application/vnd.cups-raw'] },
      ],
      document: payload,
    })
    if (!answer.ok) throw new Error(`CUPS did not take a label: ${answer.cause}`)
    if (answer.reply.status >= FIRST_ERROR)
      throw new Error(`CUPS refused a label (status ${answer.reply.status.toString(16)})`)
  }
}
