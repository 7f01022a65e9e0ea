// The table of models against ids and names that printers and systems were seen to give, and what it never lets happen.
import { expect, test } from 'vitest'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { mayAsk } from '../identification.ts'
import type { StatusLanguage } from '../printer-reading.ts'
import { findModel, mannersOf, MODEL_ROWS, modelName } from './find-model.ts'
import type { SystemModel } from './printer-model.ts'

type Recorded = readonly [model: SystemModel, maker: string, asked: StatusLanguage | null]

const of = (text: string, ids?: string): SystemModel => {
  const [vendor = 0, product = 0] = (ids ?? '').split(':').map((part) => Number.parseInt(part, 16))
  return ids === undefined ? { text } : { text, usb: { vendor, product } }
}

/** Device ids as LPrint, foomatic-db, CUPS' logs and threads of both have them; ids of USB from usb.ids; names of drivers. */
const RECORDED: readonly Recorded[] = [
  [
    of('MFG:Zebra Technologies ;CMD:ZPL;MDL:ZTC ZD421-203dpi ZPL;CLS:PRINTER;OPTIONS:XML;', '0a5f:0166'),
    'Zebra',
    'zpl',
  ],
  [of('MANUFACTURER:Zebra Technologies ;COMMAND SET:ZPL;MODEL:ZTC ZD611-203dpi ZPL;'), 'Zebra', 'zpl'],
  [of('MFG:Zebra Technologies;CMD:EPL,ZPL;MDL:ZP 505;CLS:PRINTER;', '0a5f:008c'), 'Zebra', null],
  [of('MFG:Zebra ;CMD:None;MDL:LP2844 ;', '0a5f:0009'), 'Zebra', 'epl'],
  [of('', '0a5f:0009'), 'Zebra', 'epl'],
  [of('', '0a5f:0080'), 'Zebra', null],
  [of('', '0a5f:ffff'), 'Zebra', null],
  [of('', '0a5f:0050'), 'Zebra', null],
  [of('Zebra LP 2844-Z'), 'Zebra', null],
  [of('Zebra TLP 2824 Plus'), 'Zebra', null],
  [of('ZDesigner GK420d'), 'Zebra', null],
  [of('ZDesigner GK420d (EPL)'), 'Zebra', 'epl'],
  [of('ZDesigner ZD421-203dpi ZPL'), 'Zebra', 'zpl'],
  [of('Zebra QLn320'), 'Zebra', null],
  [of('Zebra ZXP Series 3'), 'Zebra', null],
  [of('MFG:4BARCODE;CMD:CEZD;MDL:4B-2054A;', '2d84:71a9'), 'Arkscan', null],
  [of('Printronix T8204'), 'Printronix', null],
  [of('MFG:Brother;CMD:PT-CBP;MDL:QL-820NWB;CLS:PRINTER;', '04f9:209d'), 'Brother', 'brother'],
  [of('', '04f9:2042'), 'Brother', 'brother'],
  [of('Brother QL-700'), 'Brother', 'brother'],
  [of('MFG:Brother;CMD:PT-CBP;MDL:PT-E550W;', '04f9:2060'), 'Brother', 'brother'],
  [of('Brother TD-4520DN'), 'Brother', null],
  [of('MFG:Brother;CMD:PT-CBP;MDL:TD-2120N;'), 'Brother', 'brother'],
  [of('Brother HL-L2350DW series'), 'Brother', null],
  [of('MFG:DYMO;CMD: ;MDL:LabelWriter 450;CLASS:PRINTER;SERN:01010112345600;', '0922:0020'), 'DYMO', null],
  [of('DYMO LabelWriter 450 Turbo'), 'DYMO', null],
  [of('MFG:SII;CMD:SIISLP;MDL:SLP650;', '0619:0502'), 'Seiko', null],
  [of('MFG:TSC;MDL:DA200;CMD:TSPL;'), 'TSC', 'tspl'],
  [of('TSC TTP-244 Plus'), 'TSC', 'tspl'],
  [of('', '1203:0140'), 'TSC', 'tspl'],
  [of('MFG:Printer;MDL:Thermal Printer;CMD:XPP,XL;'), 'Rollo, Marklife, Vevor, iDPRT, Gprinter', null],
  [of('', '2aaf:9006'), 'Rollo, Marklife, Vevor, iDPRT, Gprinter', null],
  [of('Intermec PC43d (203 dpi)'), 'Honeywell, Intermec', null],
  [of('Honeywell PC42t plus (203 dpi) - ESim'), 'Honeywell, Intermec', null],
  [of('', '0b0b:106e'), 'Datamax', null],
  [of('Citizen CL-S621'), 'Citizen', null],
  [of('', '1d90:2037'), 'Citizen', null],
  [of('', '195f:0001'), 'Godex', null],
  [of('SATO WS408'), 'SATO', null],
  [of('', '0828:a003'), 'SATO', null],
  [of('BIXOLON SLP-TX400'), 'Bixolon', null],
  [of('MFG:HP ;CMD:Bixolon_01;MODEL:KE103;'), 'Bixolon', null],
  [of('TOSHIBA TEC B-FV4T-GS14'), 'Toshiba TEC', null],
  [of('', '08a6:0051'), 'Toshiba TEC', null],
  [of('', '0985:0045'), 'cab', null],
  [of('MANUFACTURER:HPRT;COMMAND SET:CPCL;MODEL:HM-A300E;'), 'HPRT', null],
  [of('EPSON TM-C7500'), 'Epson', null],
  [of('EPSON CW-C6000Ae'), 'Epson', null],
  [of('EPSON TM-C3500'), 'Epson', null],
  [of('MFG:EPSON;MDL:TM-L100;CMD:ESC/POS;', '04b8:0e31'), 'Epson', 'escpos'],
  [of('EPSON TM-T20III Receipt'), 'Epson', 'escpos'],
  [of('', '04b8:0202'), 'Epson', 'escpos'],
  [of('Citizen CT-S310II'), 'Citizen', null],
  [of('', '2730:2008'), 'Citizen', null],
  [of('', '0519:0003'), 'Star', null],
  [of('Star TSP143IIIU'), 'Star', null],
  [of('BIXOLON SRP-350III'), 'Bixolon', null],
]

test.each(RECORDED)('%o is of %s, and asked at first in %s', (model, maker, asked) => {
  expect(findModel(model)?.maker).toBe(maker)
  expect(mannersOf(model).certain).toBe(asked)
})

test('Every row is one that a recorded printer has, and says where it was read', () => {
  const seen = new Set(RECORDED.map(([model]) => findModel(model)))
  expect(MODEL_ROWS.filter((row) => !seen.has(row)).map(({ maker, series }) => `${maker} ${series}`)).toEqual(
    [],
  )
  for (const { source, asks, speaks, series } of MODEL_ROWS) {
    expect(source.length, series).toBeGreaterThan(10)
    if (asks !== null) expect(speaks, series).toContain(asks)
  }
})

test('No printer of the table is ever asked in a language that its row does not name', () => {
  const languages: readonly StatusLanguage[] = ['zpl', 'epl', 'tspl', 'escpos', 'brother']
  const labels: readonly PrintJob['language'][][] = [
    [],
    ['zpl', 'zpl'],
    ['epl', 'epl'],
    ['tspl', 'tspl'],
    ['escpos', 'escpos'],
  ]
  let asked = 0
  for (const [systemModel] of RECORDED)
    for (const answered of [null, ...languages])
      for (const printed of labels) {
        const language = mayAsk({ answered, systemModel, printed, unanswered: 0 })
        if (language === null) continue
        asked += 1
        expect(findModel(systemModel)?.speaks).toContain(language)
      }
  expect(asked).toBeGreaterThan(100)
})

test.each([
  ['Godex', of('', '195f:0001')],
  ['Star', of('', '0519:0003')],
  ['Arkscan', of('MFG:4BARCODE;CMD:CEZD;MDL:4B-2054A;', '2d84:71a9')],
])('What says nothing over USB is not asked there: %s', (_name, systemModel) => {
  expect(mayAsk({ answered: null, systemModel, printed: ['zpl', 'zpl'], unanswered: 0 })).toBeNull()
})

test.each(['', 'Local Raw Printer', 'Generic / Text Only', 'HP LaserJet 1010', 'MFG:;CMD:;MDL:;'])(
  'What is not in the table forbids and proves nothing: %j',
  (text) => {
    expect(findModel({ text })).toBeNull()
    expect(mannersOf({ text })).toEqual({ certain: null, allowed: null, isTaughtByLabels: true })
  },
)

test('Maker and model are one line however they were told', () => {
  expect(modelName({ text: 'MFG:Brother;CMD:PT-CBP;MDL:QL-700;' })).toBe('Brother QL-700')
  expect(modelName({ text: 'MANUFACTURER:TSC;MODEL:TSC TE200;' })).toBe('TSC TE200')
  expect(modelName({ text: ' ZDesigner GK420d (EPL) ' })).toBe('ZDesigner GK420d (EPL)')
  expect(modelName({ text: 'CMD:ZPL;CLS:PRINTER;' })).toBe('')
})
