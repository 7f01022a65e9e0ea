// The back end for TLS printers against the test printer: labels, questions, and what the list shows of certificates.
import { expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import { PrinterRow } from '@pharmacy-relay/shared/printer.ts'
import { realLabels, rolled, sha256, startPrinter } from '../../../test-printer/test/printer-rig.ts'
import { SOCKET_LIMITS } from '../socket-writer.ts'
import { neverReading, printerPeer } from '../test/printer-peer.ts'
import type { PrinterTrust } from './known-certificates.ts'
import type { PinnedAddress } from './pinned-address.ts'
import { createTlsPrinters } from './tls-printers.ts'

const signal = new AbortController().signal

/** Trusts one certificate for all. */
function trustIn(fingerprint: string | undefined): PrinterTrust {
  return { isTrusted: (_printer, shown) => shown === fingerprint, trusted: () => [fingerprint ?? ''] }
}

function printersTrusting(fingerprint: string | undefined, pinned: readonly PinnedAddress[] = []) {
  return createTlsPrinters({
    pinned: () => pinned,
    trust: trustIn(fingerprint),
    clock: systemClock,
    limits: { ...SOCKET_LIMITS, closeMs: 500 },
    handshakeMs: 2_000,
  })
}

test('Every label arrives byte for byte, and the printer is asked how it is', async () => {
  const printer = await startPrinter({ tlsPort: 0 })
  const printers = printersTrusting(printer.tls?.fingerprint)
  const address = `127.0.0.1:${printer.tls?.port}`
  const labels = realLabels()
  expect(labels.length).toBeGreaterThan(20)
  for (const { bytes } of labels)
    expect(await printers.print({ address, payload: bytes, title: 'label', signal })).toMatchObject({
      ok: true,
    })
  expect(await rolled(printer, labels.length)).toEqual(labels.map(({ bytes }) => sha256(bytes)))

  expect(await printers.status(address)).toEqual({ state: 'present', reason: null })
  expect(await printers.read?.(address, 'zpl')).toMatchObject({
    kind: 'reading',
    reading: { language: 'zpl', conditions: [], odometer: printer.odometer.labelsPrinted() },
  })
  await printer.faults.set({ headOpen: true })
  expect(await printers.read?.(address, 'zpl')).toMatchObject({ reading: { conditions: ['head_open'] } })
  expect(await printers.leadsTo(address)).toEqual({ host: '127.0.0.1', port: printer.tls?.port })
})

test('An untrusted printer is away for labels, questions and looks, with the reason', async () => {
  const printer = await startPrinter({ tlsPort: 0 })
  const printers = printersTrusting('0'.repeat(64))
  const address = `127.0.0.1:${printer.tls?.port}`
  const payload = Buffer.from('^XA^FDx^FS^XZ')
  expect(await printers.print({ address, payload, title: 'label', signal })).toMatchObject({
    code: 'other_certificate',
    retry: 'transient',
  })
  const absent = { state: 'absent', reason: { code: 'other_certificate' } }
  expect(await printers.status(address)).toMatchObject(absent)
  const asked = await printers.read?.(address, 'zpl')
  expect(asked).toMatchObject({ kind: 'unreachable', failure: { code: 'other_certificate' } })
  expect([printer.roll.entries(), printer.odometer.labelsPrinted()]).toEqual([[], 0])
})

test('Its plain port is none of TLS, and one that does not answer is busy', async () => {
  const printer = await startPrinter({ idleMs: 300 })
  const printers = printersTrusting(undefined)
  expect(await printers.status(`127.0.0.1:${printer.rawPort}`)).toMatchObject({ state: 'busy' })
  const { port } = await printerPeer(neverReading)
  const [looked, read] = await Promise.all([
    printers.status(`127.0.0.1:${port}`),
    printersTrusting(undefined).read?.(`127.0.0.1:${port}`, 'zpl'),
  ])
  expect(looked).toMatchObject({ state: 'busy', reason: { code: 'tls_silent' } })
  expect(read).toMatchObject({ kind: 'unreachable', failure: { code: 'tls_silent' } })
})

test('The list shows each printer once, without what is pinned, and its certificate to compare', async () => {
  const address = { host: '10.0.0.5', port: 9143 }
  const fingerprint = '1f'.repeat(32)
  const pinned = [
    { address, pin: null },
    { address, pin: fingerprint },
    { address: { host: 'fd00::5', port: 1 }, pin: null },
  ]
  const list = await printersTrusting(fingerprint, pinned).list()
  expect(list).toEqual([
    {
      id: 'tls:10.0.0.5:9143',
      name: '10.0.0.5:9143',
      detail: `SHA-256 ${groupedFingerprint(fingerprint)}`,
      place: { kind: 'socket', ...address, secured: 'known' },
    },
    {
      id: 'tls:[fd00::5]:1',
      name: '[fd00::5]:1',
      detail: expect.any(String),
      place: expect.objectContaining({ host: 'fd00::5', port: 1 }),
    },
  ])
  for (const { id, name, detail } of list)
    expect(PrinterRow.safeParse({ id, name, detail }).success).toBe(true)
})
