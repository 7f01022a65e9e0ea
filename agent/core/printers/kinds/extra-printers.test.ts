// The setting Printers: which texts name printers, and what is wrong with the others.
import { PRINTER_EXAMPLES } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { expect, test } from 'vitest'
import { parseSerialLine } from '../device/serial-line.ts'
import { addressesOf, MAX_EXTRA_PRINTERS, parseExtraPrinters } from './extra-printers.ts'

test('Network printers and folders are named with commas between, each once', () => {
  expect(
    parseExtraPrinters('tcp:192.168.1.50:9100, folder:/srv/labels ,tcp:[fd00::5]:9100,tcp:192.168.1.50:9100'),
  ).toEqual(['tcp:192.168.1.50:9100', 'folder:/srv/labels', 'tcp:[fd00::5]:9100'])
})

test('What people are shown as examples can be typed as it is', () => {
  expect(PRINTER_EXAMPLES).toContain('tcp:192.168.1.50:9100')
  expect(parseExtraPrinters(PRINTER_EXAMPLES)).toEqual(PRINTER_EXAMPLES.split(', '))
})

test.each([
  '',
  'tcp:',
  'tcp:host',
  'cups:ZD421',
  'folder:labels',
  'tcp:a:9100,',
  '192.168.1.50:9100',
  'tcp:a:9100;',
])('%j is refused, with what is wrong', (text) => {
  expect(parseExtraPrinters(text)).toEqual({
    fault: expect.stringMatching(/^must name printers; ".*" is none$/),
  })
})

test('A serial port is named with its line, where that is not the usual one', () => {
  const text =
    'serial:/dev/ttyUSB0,serial:COM3?baud=19200&flow=xonxoff,serial:/dev/serial/by-id/usb-FTDI?data=7&parity=even'
  const ids = parseExtraPrinters(text)
  expect(ids).toEqual(text.split(','))
  expect(addressesOf('serial', text.split(',')).map(parseSerialLine)).toEqual([
    { port: '/dev/ttyUSB0', baud: 9_600, data: 8, parity: 'none', stop: 1, flow: 'none' },
    { port: 'COM3', baud: 19_200, data: 8, parity: 'none', stop: 1, flow: 'xonxoff' },
    { port: '/dev/serial/by-id/usb-FTDI', baud: 9_600, data: 7, parity: 'even', stop: 1, flow: 'none' },
  ])
})

test.each([
  ['serial:?', 'the port must look like /dev/ttyUSB0 or COM3'],
  ['serial:ttyUSB0', 'the port must look like /dev/ttyUSB0 or COM3'],
  ['serial:COM0', 'the port must look like /dev/ttyUSB0 or COM3'],
  ['serial:/dev/../etc/passwd', 'the port must look like /dev/ttyUSB0 or COM3'],
  ['serial:COM3?baud=1?baud=2', 'the port must look like /dev/ttyUSB0 or COM3'],
  [
    'serial:COM3?baud=9601',
    'baud must be one of 1200, 2400, 4800, 9600, 14400, 19200, 28800, 38400, 57600, 115200',
  ],
  ['serial:COM3?data=9', 'data must be one of 7, 8'],
  ['serial:COM3?stop=1.5', 'stop must be one of 1, 2'],
  ['serial:COM3?parity=mark', 'parity must be one of none, even, odd'],
  ['serial:COM3?flow=', 'flow must be one of none, rtscts, xonxoff'],
  ['serial:COM3?speed=9600', '"speed" must be one of baud, data, parity, stop, flow, each once'],
  ['serial:COM3?baud=9600&baud=9600', '"baud" must be one of baud, data, parity, stop, flow, each once'],
])('%s is refused: %s', (text, words) => {
  expect(parseExtraPrinters(text)).toEqual({ fault: `must name printers; "${text}" is none: ${words}` })
})

test('A serial port is named once, as it has one line', () => {
  expect(parseExtraPrinters('serial:COM3,serial:COM3?baud=19200')).toEqual({
    fault: 'must name each serial port once; COM3 stands twice',
  })
})

test('There are at most 20', () => {
  const ids = Array.from({ length: MAX_EXTRA_PRINTERS + 1 }, (_, index) => `tcp:10.0.0.${index}:9100`)
  expect(parseExtraPrinters(ids.slice(1).join(','))).toEqual(ids.slice(1))
  expect(parseExtraPrinters(ids.join(','))).toEqual({ fault: 'must be at most 20 printers' })
})
