// The setting Printers: which texts name printers, and what is wrong with the others.
import { expect, test } from 'vitest'
import { MAX_EXTRA_PRINTERS, parseExtraPrinters } from './extra-printers.ts'

test('Network printers and folders are named with commas between, each once', () => {
  expect(
    parseExtraPrinters('tcp:192.168.1.50:9100, folder:/srv/labels ,tcp:[fd00::5]:9100,tcp:192.168.1.50:9100'),
  ).toEqual(['tcp:192.168.1.50:9100', 'folder:/srv/labels', 'tcp:[fd00::5]:9100'])
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

test('There are at most 20', () => {
  const ids = Array.from({ length: MAX_EXTRA_PRINTERS + 1 }, (_, index) => `tcp:10.0.0.${index}:9100`)
  expect(parseExtraPrinters(ids.slice(1).join(','))).toEqual(ids.slice(1))
  expect(parseExtraPrinters(ids.join(','))).toEqual({ fault: 'must be at most 20 printers' })
})
