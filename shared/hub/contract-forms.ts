// The relay hub's contract as data: the form of every message, to be compared with the one that a protocol number began with.
import { z } from 'zod'
import { DeviceHello } from '../device.ts'
import { IRelayClient, IRelayHub, SessionEnd } from './relay-hub.ts'
import type { Contract } from './request-reply.ts'

export type ContractForms = Readonly<Record<string, unknown>>

/** JSON Schemas by message: `hello`, and `EVENT args` and `EVENT reply` of both directions. */
export function contractForms(): ContractForms {
  const forms = { hello: formOf(DeviceHello), 'session end': formOf(SessionEnd) }
  return Object.assign(forms, formsOf(IRelayHub), formsOf(IRelayClient))
}

function formsOf(contract: Contract): ContractForms {
  return Object.fromEntries(
    Object.entries(contract).flatMap(([event, { args, reply }]) => [
      [`${event} args`, formOf(args)],
      [`${event} reply`, formOf(reply)],
    ]),
  )
}

/** As it is on the wire. Bytes have no form in JSON. */
function formOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}
