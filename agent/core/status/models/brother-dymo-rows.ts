// The table of models: printers of small labels, whose languages are rasters of dots.
import type { ModelRow } from './printer-model.ts'
import { SOURCE } from './model-sources.ts'

const BROTHER = 0x04_f9
/** usb.ids; those of mass storage are no printers until their button is pressed. */
const QL = [
  0x20_15, 0x20_16, 0x20_1b, 0x20_20, 0x20_27, 0x20_28, 0x20_2a, 0x20_42, 0x20_43, 0x20_44, 0x20_9b, 0x20_9c,
  0x20_9d, 0x20_a7, 0x20_a8, 0x20_ab, 0x20_c0,
]
const PT = [0x20_60, 0x20_61, 0x20_65, 0x20_74]

export const BROTHER_DYMO_ROWS: readonly ModelRow[] = [
  {
    maker: 'Brother',
    series: 'QL',
    name: /\bBrother[ _]QL-/i,
    usb: { vendor: BROTHER, products: QL },
    asks: 'brother',
    speaks: ['brother'],
    quirks: [],
    source: SOURCE.brother,
  },
  {
    maker: 'Brother',
    series: 'TD, TJ (may be set to ZPL)',
    name: /\bBrother[ _]T[DJ]-/i,
    usb: null,
    asks: null,
    speaks: ['brother', 'zpl'],
    quirks: [],
    source: SOURCE.brother,
  },
  {
    maker: 'Brother',
    series: 'P-touch',
    name: /\bBrother[ _]PT-/i,
    usb: { vendor: BROTHER, products: PT },
    asks: null,
    speaks: ['brother'],
    quirks: [],
    source: SOURCE.brother,
  },
  {
    maker: 'Brother',
    series: 'documents (HL, MFC, DCP)',
    name: /\bBrother[ _](?:HL|MFC|DCP|FAX)-/i,
    usb: null,
    asks: null,
    speaks: [],
    quirks: [],
    source: SOURCE.brotherOffice,
  },
  {
    maker: 'DYMO',
    series: 'LabelWriter, LabelManager, LabelPoint',
    name: /\bDYMO\b|\bLabelWriter\b/i,
    usb: { vendor: 0x09_22 },
    asks: null,
    speaks: [],
    quirks: ['serial_of_descriptor'],
    source: SOURCE.dymo,
  },
  {
    maker: 'Seiko',
    series: 'SLP',
    name: /\b(?:SII|Seiko Instruments)\b.*\bSLP/i,
    usb: { vendor: 0x06_19 },
    asks: null,
    speaks: [],
    quirks: [],
    source: SOURCE.seiko,
  },
]
