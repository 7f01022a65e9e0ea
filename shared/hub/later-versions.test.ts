// Everything that versions say to each other: what a later one adds is refused where it is sent, and read where it is heard.
import { describe, expect, it, test } from 'vitest'
import type { z } from 'zod'
import { identityApi } from '../api/identity-api.ts'
import type { EndpointTable } from '../api/endpoint.ts'
import { RegistryBatch, RegistryBatchReply } from '../api/relay-registry.ts'
import { storeApi } from '../api/store-api.ts'
import { DeviceHello } from '../device.ts'
import { FRAME_BODIES } from '../job-link.ts'
import { PrinterAssignment } from '../printer-assignment.ts'
import { laterMessages } from '../test/later-messages.ts'
import { readerOf } from '../wire.ts'
import { IIdentityClient, IIdentityHub } from './identity-hub.ts'
import { IRelayClient, IRelayHub } from './relay-hub.ts'
import type { Contract } from './request-reply.ts'
import { ServiceHello } from './service-hello.ts'
import { IStoreClient, IStoreHub } from './store-hub.ts'

const hubs = { IRelayHub, IRelayClient, IStoreHub, IStoreClient, IIdentityHub, IIdentityClient }
const MESSAGES: readonly (readonly [string, z.ZodType])[] = [
  ['the hello of a device', DeviceHello],
  ['the hello of a service', ServiceHello],
  ['an assignment', PrinterAssignment],
  ['a batch of a hub', RegistryBatch],
  ['the answer to a batch', RegistryBatchReply],
  ...Object.entries(hubs).flatMap(([hub, contract]) => messagesOf(hub, contract)),
  ...Object.entries(FRAME_BODIES).flatMap(([type, body]) =>
    body === undefined ? [] : [[`frame ${type} of the job link`, body] as const],
  ),
  ...Object.entries({ identityApi, storeApi }).flatMap(([api, table]) => repliesOf(api, table)),
]

function messagesOf(hub: string, contract: Contract): (readonly [string, z.ZodType])[] {
  return Object.entries(contract).flatMap(([event, { args, reply }]) => [
    [`the arguments of ${hub}.${event}`, args] as const,
    [`the reply of ${hub}.${event}`, reply] as const,
  ])
}

function repliesOf(api: string, table: EndpointTable): (readonly [string, z.ZodType])[] {
  return Object.entries(table).flatMap(([name, { reply }]) =>
    reply.schema === null ? [] : [[`the reply of ${api}.${name}`, reply.schema] as const],
  )
}

describe.each(MESSAGES)('%s', (_name, schema) => {
  it('is read by the version before, whatever field, value or kind is new, and sent by none that does not know it', () => {
    const reader = readerOf(schema)
    for (const { what, sent, read } of laterMessages(schema)) {
      expect(schema.safeParse(read).error, what).toBeUndefined()
      expect(schema.safeParse(sent).success, what).toBe(false)
      expect(reader.parse(sent), what).toEqual(reader.parse(read))
    }
  })
})

test('An assignment of a later version goes through everybody who carries it as it is', () => {
  const hash = '0'.repeat(64)
  const assignment = { version: 2, hash, role: 'Standby', later: { a: [1] }, target: { later: null } }
  const sessionId = '11111111-1111-4111-8111-111111111111'
  const session = { customerId: 1, computerId: 1, deviceKey: hash, connSeq: 1 }
  const data = { kind: 'open', sessionId, ...session, assignment }
  const reply = { results: [{ id: 1, ok: true, data }] }
  expect(readerOf(RegistryBatchReply).parse(reply)).toEqual(reply)
  const pushes = [[{ sessionId, assignment }]]
  expect(readerOf(IStoreClient.PushPrinterConfigAsync.args).parse(pushes)).toEqual(pushes)
  expect(readerOf(IRelayClient.PrinterConfigChangedAsync.args).parse([assignment])).toEqual([assignment])
})

test('The messages are many and their places more', () => {
  const places = MESSAGES.flatMap(([, schema]) => laterMessages(schema))
  expect(MESSAGES.length).toBeGreaterThan(80)
  expect(places.length).toBeGreaterThan(400)
})
