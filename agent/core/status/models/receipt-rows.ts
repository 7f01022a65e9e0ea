// The table of models: printers of receipts, some of which take labels too.
import type { ModelRow } from './printer-model.ts'
import { SOURCE } from './model-sources.ts'

const EPSON = 0x04_b8

export const RECEIPT_ROWS: readonly ModelRow[] = [
  {
    maker: 'Epson',
    series: 'ColorWorks with ESC/Label (TM-C7500, CW-C4000, CW-C6000, CW-C6500)',
    name: /\bEPSON[ _](?:TM-C7\d{3}|CW-C[46]\d{3})/i,
    usb: null,
    asks: null,
    speaks: ['zpl'],
    quirks: [],
    source: SOURCE.epsonColor,
  },
  {
    maker: 'Epson',
    series: 'other ColorWorks (TM-C3xxx, GP-C)',
    name: /\bEPSON[ _](?:TM-C|GP-C|CW-)/i,
    usb: null,
    asks: null,
    speaks: [],
    quirks: [],
    source: SOURCE.epsonInk,
  },
  {
    maker: 'Epson',
    series: 'TM (TM-L of labels too)',
    name: /\bEPSON[ _](?:TM-[A-BD-Z]|EU-m)/i,
    usb: { vendor: EPSON, products: [0x02_02, 0x0e_03, 0x0e_31] },
    asks: 'escpos',
    speaks: ['escpos'],
    quirks: [],
    source: SOURCE.epson,
  },
  {
    maker: 'Citizen',
    series: 'CT (receipts)',
    name: /\bCitizen\b.*\bCT-/i,
    usb: { vendor: 0x27_30, products: [0x0f_ff, 0x20_02, 0x20_08, 0x20_0f] },
    asks: null,
    speaks: ['escpos'],
    quirks: ['one_way_usb'],
    source: SOURCE.citizenReceipt,
  },
  {
    maker: 'Star',
    series: 'TSP, mC, SM',
    name: /\bStar\b.*\b(?:TSP|mC-|SM-|BSC|FVP|mPOP|SP\d)/i,
    usb: { vendor: 0x05_19 },
    asks: null,
    speaks: [],
    quirks: ['one_way_usb'],
    source: SOURCE.star,
  },
  {
    maker: 'Bixolon',
    series: 'SRP (receipts)',
    name: /\b(?:BIXOLON|SAMSUNG)\b.*\bSRP-/i,
    usb: { vendor: 0x15_04, products: [0x00_1f] },
    asks: null,
    speaks: ['escpos'],
    quirks: [],
    source: SOURCE.bixolonReceipt,
  },
]
