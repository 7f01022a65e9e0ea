// Where the rows of the table of models were read. Nothing in it was seen on a printer of that make.

export const SOURCE = {
  brother:
    'device ids: LPrint lprint-brother.h (b55366f), foomatic-db Brother-QL-*.xml; ids: usb.ids 2025.07.26',
  bixolon: 'LPrint lprint-zpl.h: CMD:Bixolon_01 takes ZPL; SLCS: Bixolon, Programming Manual SLCS',
  bixolonReceipt: 'Bixolon, SRP-350 command manual (reference/printing 3.7); id: usb.ids',
  brotherOffice: 'usb.ids and CUPS usb-quirks name them as printers of documents',
  cab: 'ids: usb.ids; no manual was read, so nothing is asked',
  citizenReceipt: 'Citizen, CT-S command reference; CUPS usb-quirks: CT-S4000 unidir (apple/cups 5823)',
  citizen: 'Citizen, CL-E, CL-S and CLP command reference 2.03: Datamax commands; ids: usb.ids',
  cpcl: 'LPrint lprint-cpcl.h: COMMAND SET:CPCL',
  datamax: 'Honeywell, DPL Command Reference 2018; id: usb.ids',
  dymo: 'LPrint lprint-dymo.h; serial numbers: michaelrsweet/pappl 396, OpenPrinting/cups 170',
  epson: 'LPrint lprint-escpos.h; ids: usb.ids',
  epsonColor:
    'Epson, ESC/Label Command Reference Guide TM-C7500, CW-C6000: commands of ZPL II, its host status on page 152',
  epsonInk: 'Epson names ESC/Label for other models only',
  godex: 'GoDEX, EZPL manual (~V and ~T print); CUPS usb-quirks: unidir (OpenPrinting/cups 440)',
  honeywell: 'Honeywell, ESim command reference 2017; Intermec, Direct Protocol 8.60',
  printronix: 'Printronix, ZGL Programmer’s Reference 2013',
  sato: 'SATO Barcode Programming Language 2001; ids: usb.ids',
  seiko: 'LPrint lprint-sii.h: CMD:SIISLP; ids: usb.ids',
  star: 'CUPS usb-quirks: unidir (apple/cups 5251); no manual was read, so nothing is asked',
  toshiba: 'Toshiba TEC, B-EX Z-MODE specification 2011, B-FV4 interface specification 2014; id: usb.ids',
  tsc: 'TSC, TSPL/TSPL2 programming manual: <ESC>!? is answered at any time (reference/printing 3.6); id: usb.ids',
  tsplOthers:
    'LPrint lprint-tspl.h (device ids), michaelrsweet/lprint 143 and 206; whether they answer is not known',
  zebra:
    'Zebra, ZPL II Programming Guide P1099958: device.languages; device ids: LPrint lprint-zpl.h; ids: usb.ids',
  zebraCard: 'usb.ids: P120i is a printer of cards',
  zebraEpl:
    'Zebra, EPL2 Programmer’s Manual 14245L; device id MFG:Zebra;CMD:None;MDL:LP2844 as CUPS logged it; id: usb.ids',
  arkscan: 'LPrint lprint-zpl.h: MFG:4BARCODE;CMD:CEZD takes ZPL; CUPS usb-quirks: unidir (apple/cups 5867)',
} as const
