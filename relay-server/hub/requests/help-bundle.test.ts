// The support bundle of a computer at the hub, by the traps of the reference: what is not the text that was sent goes nowhere.
import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MAX_PACKED_BYTES } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import { MAX_FILE_BYTES } from '@pharmacy-relay/shared/api/support/task-file.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { startTestHub } from '../test/test-hub.ts'

const TEXT = Buffer.from('Support bundle of COUNTER-1\nEczanenin günlüğü\n'.repeat(2_000))
const SAID = {
  seq: 1,
  clientId: randomUUID(),
  author: 'pharmacy',
  authorName: 'COUNTER-1',
  text: 'bundle.txt',
  at: '2026-11-20T09:00:00.000Z',
} as const
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function bundleOf(plain: Uint8Array, changes: object = {}) {
  const named = { taskId: 7, clientId: randomUUID(), fileName: '../../etc/bundle.txt' }
  return { ...named, sha256: digest(plain), packed: gzipSync(plain), ...changes }
}

/** Time is stepped, so that the second of a rate is over when a test says so. */
async function startDesk() {
  const asked: { readonly name: string; readonly body: unknown }[] = []
  const clock = new SteppedClock(Date.now())
  const hub = await startTestHub({
    clock,
    helpDesk: async (name, body) => {
      asked.push({ name, body })
      return Promise.resolve(SAID as never)
    },
  })
  const device = await hub.register()
  return { device, asked, clock }
}

test('a bundle is unpacked and handed to the store API in the name of the session, with the name that its sender gave', async () => {
  const { device, asked, clock } = await startDesk()
  const { packed: _packed, ...bundle } = bundleOf(TEXT)
  expect(await device.ask('SendHelpBundleAsync', { ...bundle, packed: gzipSync(TEXT) })).toEqual(SAID)
  const { connectionId: sessionId } = device.identity
  const content = TEXT.toString('base64')
  // Its last part is taken by the store API.
  expect(asked).toEqual([
    { name: 'sendHelpFile', body: { ...bundle, sessionId, content, consentAt: null, consentText: null } },
  ])
  await expect(device.ask('SendHelpBundleAsync', bundleOf(TEXT))).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterMs: 1_000,
  })
  clock.stepMs(1_000)
  await device.ask('SendHelpBundleAsync', bundleOf(TEXT))
  expect(asked).toHaveLength(2)
})

test.each([
  ['K26: with another hash', bundleOf(TEXT, { sha256: digest(Buffer.from('other')) }), 'file_differs'],
  [
    'of more than 2 MiB when it is unpacked',
    bundleOf(Buffer.alloc(MAX_FILE_BYTES + 1, 97)),
    'file_not_allowed',
  ],
  ['K25: that was cut', bundleOf(TEXT, { packed: gzipSync(TEXT).subarray(0, 90) }), 'file_not_allowed'],
  ['that is not packed', bundleOf(TEXT, { packed: TEXT.subarray(0, 1_000) }), 'file_not_allowed'],
  ['that is a program', bundleOf(Buffer.from('MZ\u0000\u0001')), 'file_not_allowed'],
  ['of other letters than UTF-8', bundleOf(Buffer.from([0x41, 0xff, 0xfe])), 'file_not_allowed'],
  ['of nothing', bundleOf(Buffer.alloc(0)), 'file_not_allowed'],
])('a bundle %s is refused for good, and the store API hears nothing', async (_case, bundle, why) => {
  const { device, asked } = await startDesk()
  await expect(device.ask('SendHelpBundleAsync', bundle)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    reason: { code: why },
  })
  expect(asked).toEqual([])
})

test('a bundle that is longer than a message may be is not one', async () => {
  const { device, asked } = await startDesk()
  const packed = Buffer.alloc(MAX_PACKED_BYTES + 1, 1)
  await expect(device.ask('SendHelpBundleAsync', bundleOf(TEXT, { packed }))).rejects.toThrow()
  expect(asked).toEqual([])
})

test('K27: the picture of a label goes with when and to which words the person said yes; with another hash it goes nowhere', async () => {
  const { device, asked, clock } = await startDesk()
  const png = Buffer.from('89504e470d0a1a0a0102', 'hex')
  const consent = { consentAt: '2026-11-20T09:00:00.000Z', consentText: 'Support gets this picture.' }
  const named = { taskId: 7, clientId: randomUUID(), fileName: 'masked-label.png', ...consent }
  await device.ask('SendHelpLabelAsync', { ...named, sha256: digest(png), png })
  const { connectionId: sessionId } = device.identity
  const body = { ...named, sha256: digest(png), sessionId, content: png.toString('base64') }
  expect(asked).toEqual([{ name: 'sendHelpFile', body }])
  clock.stepMs(1_000)
  const other = { ...named, sha256: digest(TEXT), png }
  await expect(device.ask('SendHelpLabelAsync', other)).rejects.toMatchObject({
    reason: { code: 'file_differs' },
  })
  expect(asked).toHaveLength(1)
})
