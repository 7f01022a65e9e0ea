// Which printers are shown first.
import { expect, test } from 'vitest'
import { inOrder, rankOf } from './printer-order.ts'
import type { SpooledPrinter } from './spooler-facts.ts'

const printer = (name: string, more: Partial<SpooledPrinter> = {}): SpooledPrinter => ({
  name,
  port: 'USB001',
  driver: name,
  comment: '',
  location: '',
  status: 0,
  attributes: 0,
  ...more,
})

test.each([
  'ZDesigner ZD421-203dpi ZPL',
  'TSC TE200',
  'Brother QL-820NWB',
  'DYMO LabelWriter 450',
  'Godex G500',
  'SATO CL4NX 203dpi',
  'Etikettendrucker Öl 🏷️',
  'BIXOLON SLP-TX400',
  'ZD421',
  'GK420d',
  'LP 2844',
])('%s looks like a label printer', (name) => expect(rankOf(printer(name))).toBe('label'))

test('what people wrote of it counts too', () =>
  expect(rankOf(printer('Counter 1', { comment: 'for labels' }))).toBe('label'))

test.each(['HP LaserJet', 'Office 200', 'Brother HL-L2350DW'])('%s does not', (name) =>
  expect(rankOf(printer(name))).toBe('paper'),
)

test.each([
  printer('Microsoft Print to PDF', { port: 'PORTPROMPT:' }),
  printer('Fax', { port: 'SHRFAX:', attributes: 0x4000 }),
  printer('Labels to file', { port: 'FILE:' }),
  printer('OneNote', { port: 'nul:', driver: 'Send to Microsoft OneNote 16 Driver' }),
])('$name prints on no paper', (one) => expect(rankOf(one)).toBe('no paper'))

test('label printers come first, and numbers are read as numbers', () => {
  const names = ['Office 10', 'Fax', 'Office 2', 'Zebra 10', 'Zebra 9']
  expect(inOrder(names.map((name) => printer(name))).map(({ name }) => name)).toEqual([
    'Zebra 9',
    'Zebra 10',
    'Office 2',
    'Office 10',
    'Fax',
  ])
})
