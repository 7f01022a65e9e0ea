// The thread that draws: one after the other, with a limit of how many wait and how long; nobody waits for ever.
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { INVOICES } from '../../../test/test-app.ts'
import { ADDRESS } from '../../test/buyers.ts'
import type { InvoiceDocument, Seller } from '../invoice-document.ts'
import { drawInvoice } from './draw-invoice.ts'
import { createInvoiceDrawer, type InvoiceDrawer } from './drawer.ts'

let drawer: InvoiceDrawer
afterEach(async () => drawer.stop())

const DOCUMENT: InvoiceDocument = {
  kind: 'invoice',
  number: 'INV-2026-000001',
  issuedOn: '2026-11-26',
  language: 'en',
  seller: INVOICES.seller as Seller,
  buyer: { name: 'Pharmacy', storeId: 'P-1', address: ADDRESS },
  order: { number: 'ABCDEFGH', placedOn: '2026-11-26' },
  corrects: null,
  currency: 'EUR',
  lines: [],
  couponCode: null,
  subtotalMinor: 0,
  discountMinor: 0,
  taxes: [],
  taxMinor: 0,
  totalMinor: 0,
}
const outcome = async (drawing: Promise<unknown>) =>
  drawing.then(
    () => 'drawn',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
  )

test('20 may wait, the next is refused; what waited is drawn, with the same bytes as here', async () => {
  drawer = createInvoiceDrawer({ clock: systemClock })
  const all = Array.from({ length: 21 }, async () => drawer.draw(DOCUMENT))
  expect(await Promise.all(all.map(outcome))).toEqual([
    ...Array.from({ length: 20 }, () => 'drawn'),
    'unavailable',
  ])
  expect((await all[0])?.equals(await drawInvoice(DOCUMENT))).toBe(true)
})

test('one that cannot be drawn fails alone', async () => {
  drawer = createInvoiceDrawer({ clock: systemClock })
  const bad = drawer.draw({ ...DOCUMENT, currency: 'no' })
  const good = drawer.draw(DOCUMENT)
  expect(await outcome(bad)).not.toBe('drawn')
  expect(await outcome(good)).toBe('drawn')
})

test('what takes too long is given up, and the next one gets a thread of its own', async () => {
  const clock = new SteppedClock()
  drawer = createInvoiceDrawer({ clock })
  const [slow, next] = [drawer.draw(DOCUMENT), drawer.draw(DOCUMENT)]
  // Before the thread can have begun.
  clock.stepMs(30_000)
  expect(await outcome(slow)).toBe('unavailable')
  expect(await outcome(next)).toBe('drawn')
})

test('who waits when it is stopped hears it, and so does who comes later', async () => {
  drawer = createInvoiceDrawer({ clock: systemClock })
  const waiting = [drawer.draw(DOCUMENT), drawer.draw(DOCUMENT)].map(outcome)
  await drawer.stop()
  expect(await Promise.all(waiting)).toEqual(['unavailable', 'unavailable'])
  expect(await outcome(drawer.draw(DOCUMENT))).toBe('unavailable')
})
