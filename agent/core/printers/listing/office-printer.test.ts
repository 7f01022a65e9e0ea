// Printers of documents are told from label printers, by names as CUPS, Windows and device ids give them.
import { expect, test } from 'vitest'
import { isOfficePrinter } from './office-printer.ts'

test.each([
  'HP LaserJet Pro M404dn, driverless, cups-filters 1.28.17',
  'HP Universal Printing PCL 6',
  'Microsoft Print To PDF',
  'Canon Generic Plus UFR II',
  'Brother HL-L2350DW series',
  'Kyocera ECOSYS M5526cdn KPDL',
  'EPSON WF-3820 Series',
  'EPSON ET-2810 Series',
  'Generic PostScript Printer',
  'RICOH IM C3000 PCL 6',
  'Lexmark MS621dn',
  'MFG:HP;MDL:HP Color LaserJet MFP M478f-9f;CMD:PJL,PML,PWG_RASTER,URP,PCLXL,PCL,PDF,POSTSCRIPT;',
  'MFG:Acme;MDL:Desk 12;CMD:PJL,PCL,POSTSCRIPT;',
])('%s prints documents', (text) => expect(isOfficePrinter({ text })).toBe(true))

test.each([
  '',
  'Local Raw Printer',
  'Generic / Text Only',
  'Zebra ZPL Label Printer',
  'Zebra Technologies ZTC GK420d',
  'ZDesigner ZD421-203dpi ZPL',
  'Brother QL-820NWB',
  'DYMO LabelWriter 450',
  'EPSON TM-T88V Receipt',
  'EPSON ColorWorks CW-C4000',
  'TSC TTP-244 Pro',
  'Godex G500',
  'SATO CL4NX',
  'Citizen CL-S621',
  'MFG:Zebra;MDL:ZD421;CMD:ZPL,PDF;',
  'MFG:Acme;MDL:Tag 12;CMD:TSPL;',
  'MFG:Acme;MDL:Tag 12;CMD: ;',
])('of “%s” nobody says so', (text) => expect(isOfficePrinter({ text })).toBe(false))

test('nor of one whose model nobody names', () => expect(isOfficePrinter(null)).toBe(false))
