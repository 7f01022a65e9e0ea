// Which printer a label is drawn for: this computer's, the one at the PrinterComputer, or the standby printer.
import { expect, test } from 'vitest'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { PrintSetup } from '../printing/print-setup.ts'
import { labelPrinter } from './label-printer.ts'

const USUAL = { widthMm: 100, heightMm: 50, dpi: 203 } as const
const SMALL = { widthMm: 76, heightMm: 51, dpi: 300 } as const
const here = { media: SMALL, language: 'tspl' } as const
const told: LinkPrinter = { presence: 'there', conditions: [], reasons: [], waiting: 0 }
const server: PrintSetup = { role: 'Server', printer: 'tcp:10.0.0.9:9100', target: null, listen: null }
const client: PrintSetup = { ...server, role: 'Client', printer: null }

test('a PrinterComputer draws for its own printer, in the language that it speaks, and else in ZPL', () => {
  const known = { setup: server, use: 'first', here, there: () => null } as const
  expect(labelPrinter(known)).toEqual({ media: SMALL, language: 'tspl' })
  expect(labelPrinter({ ...known, here: { ...here, language: null } }).language).toBe('zpl')
})

test('a Client draws for what the PrinterComputer told it, and for the usual labels before it did', () => {
  const known = { setup: client, use: 'first', here } as const
  const there = () => ({ ...told, media: SMALL, language: 'epl' }) as const
  expect(labelPrinter({ ...known, there })).toEqual({ media: SMALL, language: 'epl' })
  expect(labelPrinter({ ...known, there: () => told })).toEqual({ media: USUAL, language: 'zpl' })
  expect(labelPrinter({ ...known, there: () => null })).toEqual({ media: USUAL, language: 'zpl' })
})

test('while the standby printer is used, labels are drawn for that one', () => {
  const standby = {
    key: 'a',
    afterMs: 0,
    returns: 'auto',
    firstAgain: 0,
    computerName: 'B',
    printer: 'p',
  } as const
  const setup = { ...client, standby: { ...standby, target: null } }
  const known = { setup, here, there: () => ({ ...told, media: USUAL }) } as const
  expect(labelPrinter({ ...known, use: 'standby' }).media).toEqual(SMALL)
  expect(labelPrinter({ ...known, use: 'first' }).media).toEqual(USUAL)
})
