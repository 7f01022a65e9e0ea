// TLS printers as the settings name them: which texts do, and which certificate they pin.
import { expect, test } from 'vitest'
import { parseExtraPrinters, pinnedOf } from '../kinds/extra-printers.ts'
import { parsePinnedAddress, parseTlsAddress } from './pinned-address.ts'

const DIGITS = '1f'.repeat(32)
const COLONS = DIGITS.toUpperCase().match(/../g)?.join(':') ?? ''

test.each([
  ['192.168.1.50', { host: '192.168.1.50', port: 9143 }, null],
  ['192.168.1.50:9144', { host: '192.168.1.50', port: 9144 }, null],
  ['printer-1.local', { host: 'printer-1.local', port: 9143 }, null],
  ['[fd00::5]', { host: 'fd00::5', port: 9143 }, null],
  ['[fd00::5]:1', { host: 'fd00::5', port: 1 }, null],
  [`printer:9143#sha256=${DIGITS}`, { host: 'printer', port: 9143 }, DIGITS],
  [`printer#SHA256=${COLONS}`, { host: 'printer', port: 9143 }, DIGITS],
])('%s is named', (text, address, pin) => {
  expect(parsePinnedAddress(text)).toEqual({ address, pin })
})

test.each([
  '',
  '#',
  'printer:',
  'printer:0',
  'fd00::5',
  'printer#',
  'printer#sha256=',
  `printer#${DIGITS}`,
  `printer#sha1=${DIGITS}`,
  `printer#sha256=${DIGITS}0`,
  `printer#sha256=${DIGITS.slice(1)}`,
  `printer#sha256=${COLONS.replace(':', '')}`,
  `printer#sha256=${DIGITS} `,
  `#sha256=${DIGITS}`,
])('%j names none', (text) => {
  expect(parsePinnedAddress(text)).toBeNull()
})

test('An assignment names no certificate', () => {
  expect(parseTlsAddress(`printer#sha256=${DIGITS}`)).toBeNull()
})

test('The setting Printers names them beside the others, also one with two certificates', () => {
  const ids = ['tcp:a:9100', 'tls:b', `tls:b#sha256=${DIGITS}`, `tls:b:9143#sha256=${'2e'.repeat(32)}`]
  expect(parseExtraPrinters(ids.join(','))).toEqual(ids)
  expect(pinnedOf(ids).map(({ pin }) => pin)).toEqual([null, DIGITS, '2e'.repeat(32)])
  expect(parseExtraPrinters('tls:b#sha256=12')).toEqual({ fault: expect.stringContaining('is none') })
})
