// The endpoints behind which a device is asked: one handler for the whole table of requests.
import {
  deviceRequests,
  forEachRequest,
  type DeviceRequestName,
  type deviceEndpoints,
} from '@pharmacy-relay/shared/hub/device-requests.ts'
import type { DeviceRequest } from '@pharmacy-relay/shared/hub/device-request.ts'
import { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { StoreDb } from '../database.ts'
import { findComputer, keepPrinters } from '../printing/printers.queries.ts'
import { askDevice, within, type Asked, type AskParts } from './ask-device.ts'

type Handlers = EndpointHandlers<typeof deviceEndpoints>

/** The computer is named in the path, or in the body. */
interface DeviceCall {
  readonly params: { readonly customerId: number; readonly computerId?: number }
  readonly query: Readonly<Record<string, unknown>> | null
  readonly body: { readonly computerId: number } | null
  readonly caller: Caller
}

export function deviceHandlers(parts: AskParts): Handlers {
  const handlers = forEachRequest((name) => async (call: DeviceCall) => answerTo(parts, name, call))
  // The router lets no reply out that is not as its endpoint says.
  return handlers as unknown as Handlers
}

/** Throws ProblemError `not_found`, `invalid`, and as `askDevice`. */
async function answerTo(
  parts: AskParts,
  name: DeviceRequestName,
  { params, query, body, caller }: DeviceCall,
) {
  const { customerId } = params
  const computerId = body?.computerId ?? params.computerId ?? 0
  const where = body === null ? 'path' : 'body'
  const computer = await findComputer(parts.db, { customerId, computerId, where })
  const request: DeviceRequest = deviceRequests[name]
  const asked = { name, args: request.argsOf({ ...query, ...params }), customerId, computer, caller }
  const answer = await within(request.deadline.totalMs, askAndKeep(parts, asked))
  return { computerId: computer.id, answer }
}

async function askAndKeep(parts: AskParts, asked: Asked): Promise<unknown> {
  const answer = await askDevice(parts, asked)
  await KEEP[asked.name]?.(parts.db, asked.computer.id, answer)
  return answer
}

/** What the store keeps of an answer. */
const KEEP: Partial<
  Record<DeviceRequestName, (db: StoreDb, computerId: number, answer: unknown) => Promise<unknown>>
> = {
  ListPrintersAsync: async (db, computerId, answer) =>
    keepPrinters(db, computerId, PrinterList.parse(answer)),
}
