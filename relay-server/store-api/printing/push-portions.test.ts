// Messages of assignments end at 50 documents or 500 Clients in them, and keep their order.
import { randomUUID } from 'node:crypto'
import { MAX_STORE_MESSAGE_BYTES, type PrinterConfigPush } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { expect, test } from 'vitest'
import { portions } from './push-portions.ts'

const HEX = 'a'.repeat(64)
const endorsement = {
  previousFingerprint: HEX,
  fingerprint: HEX,
  signature: 'A'.repeat(200),
  previousCertificate: `-----BEGIN CERTIFICATE-----${'A'.repeat(1_990)}-----END CERTIFICATE-----`,
}
const facts = {
  deviceKey: HEX,
  certificateFingerprints: Array(4).fill(HEX),
  computerName: 'N'.repeat(63),
  endorsements: Array(4).fill(endorsement),
}
const place = { ...facts, addresses: Array(32).fill(`2001:db8::${'1'.repeat(4)}`), tcpPort: 9_100 }
const standby = { ...place, printerName: 'cups:a', afterSeconds: 1 }

function pushOf(clients: number) {
  const assignment = PrinterAssignment.parse({
    version: 1,
    hash: HEX,
    role: 'Server',
    printerName: null,
    tcpPort: null,
    target: place,
    standby,
    clients: Array(clients).fill(facts),
  })
  return { hubId: randomUUID(), sessionId: randomUUID(), assignment }
}

const sizes = (messages: readonly PrinterConfigPush[][]) =>
  messages.map((message) =>
    message.map(({ assignment }) => PrinterAssignment.parse(assignment).clients.length),
  )

test.each([
  ['nothing', [], []],
  ['documents without Clients', Array<number>(51).fill(0), [Array<number>(50).fill(0), [0]]],
  ['large ones', [300, 200, 1, 500, 0, 500], [[300, 200], [1], [500, 0], [500]]],
])('%s', (_what, given, expected) => {
  expect(sizes(portions(given.map(pushOf)))).toEqual(expected)
})

test('the longest message is one that a portal takes', () => {
  const messages = portions([...Array<number>(49).fill(0), 500].map(pushOf))
  expect(messages).toHaveLength(1)
  expect(JSON.stringify(messages[0]).length).toBeLessThan(MAX_STORE_MESSAGE_BYTES)
})
