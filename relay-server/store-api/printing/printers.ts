// The printers of a computer: the list that it reported last, or a new one that it is asked for.
import type { ComputerPrinters } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StoreDb } from '../database.ts'
import {
  HUB_MS,
  askDevice,
  withinTotal,
  type AskedComputer,
  type DeviceRequestParts,
} from './device-requests.ts'
import { plainPrinters } from './plain-text.ts'
import { findComputer, keepPrinters } from './printers.queries.ts'

/** Throws ProblemError `not_found`. */
export async function lastPrinters(
  db: StoreDb,
  named: { readonly customerId: number; readonly computerId: number },
): Promise<ComputerPrinters> {
  const { id, printers, reportedAt } = await findComputer(db, { ...named, where: 'path' })
  return { computerId: id, printers, reportedAt: reportedAt?.toISOString() ?? null }
}

/** Takes up to 10 s. Throws ProblemError `not_found`, `invalid`, and what `askDevice` throws. */
export async function requestPrinters(
  parts: DeviceRequestParts,
  named: { readonly customerId: number; readonly computerId: number },
): Promise<ComputerPrinters> {
  return withinTotal(askAndKeep(parts, await findComputer(parts.db, { ...named, where: 'body' })))
}

async function askAndKeep(parts: DeviceRequestParts, computer: AskedComputer): Promise<ComputerPrinters> {
  const reported = await askDevice(parts, computer, (sockets, { hubId, sessionId }) =>
    sockets.ask(hubId, { event: 'RequestPrintersAsync', args: [sessionId], timeoutMs: HUB_MS }),
  )
  const printers = plainPrinters(reported)
  const reportedAt = await keepPrinters(parts.db, computer.id, printers)
  return { computerId: computer.id, printers, reportedAt: reportedAt?.toISOString() ?? null }
}
