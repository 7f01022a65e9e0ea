// The table of models: Zebra, and others whose language is Zebra's.
import type { ModelRow } from './printer-model.ts'
import { SOURCE } from './model-sources.ts'

const VENDOR = 0x0a_5f

/** CUPS reads nothing from Zebra's printers (usb-quirks: unidir), as its back end hung on them; usblp reads without waiting. */
export const ZEBRA_ROWS: readonly ModelRow[] = [
  {
    maker: 'Zebra',
    series: 'cards (ZC, ZXP, P1xxi)',
    name: /\bZebra\b.*\b(?:ZC\d{2,3}|ZXP\b|P1\d{2}i)/i,
    usb: { vendor: VENDOR, products: [0x00_50] },
    asks: null,
    speaks: [],
    quirks: [],
    source: SOURCE.zebraCard,
  },
  {
    maker: 'Zebra',
    series: 'mobile (ZQ, QLn, QL Plus, RW, MZ, iMZ, EM)',
    name: /\b(?:Zebra|ZDesigner)\b.*\b(?:ZQ\d{3}|QLn?\s?\d{3}|RW\s?\d{3}|i?MZ\s?\d{3}|EM\s?\d{3}|P4T)/i,
    usb: null,
    asks: null,
    speaks: ['zpl'],
    quirks: ['line_mode'],
    source: SOURCE.zebra,
  },
  {
    maker: 'Zebra',
    series: 'LP and TLP 2824, 2844 (EPL2 only)',
    name: /\bT?LP ?28[24]4(?! ?Plus| ?-? ?Z\b)/i,
    usb: { vendor: VENDOR, products: [0x00_09] },
    asks: 'epl',
    speaks: ['epl'],
    quirks: [],
    source: SOURCE.zebraEpl,
  },
  {
    maker: 'Zebra',
    series: 'desktop and industrial (ZD, ZT, G, LP Plus, ZM, Xi, HC, ZP)',
    name: /\bZebra\b|\bZDesigner\b|\bZTC\b/i,
    usb: { vendor: VENDOR },
    asks: null,
    speaks: ['zpl', 'epl'],
    quirks: [],
    source: SOURCE.zebra,
  },
  {
    maker: 'Arkscan',
    series: '4BARCODE',
    name: /\bArkscan\b|\b4BARCODE\b/i,
    usb: { vendor: 0x2d_84 },
    asks: null,
    speaks: ['zpl'],
    quirks: ['one_way_usb'],
    source: SOURCE.arkscan,
  },
  {
    maker: 'Printronix',
    series: 'with ZGL',
    name: /\bPrintronix\b/i,
    usb: null,
    asks: null,
    speaks: ['zpl'],
    quirks: [],
    source: SOURCE.printronix,
  },
]
