// A printer is told from its id: its kind, and what people read beside its name.
import { expect, test } from 'vitest'
import { printerDetail, printerKind } from './printer-kinds.ts'
import { texts } from '../texts/index.ts'

const { kinds } = texts('de').windowPages.printers

test.each([
  ['cups:ZD421', 'Zebra ZD421', 'Zebra ZD421'],
  ['tcp:192.168.1.50:9100', 'network printer', 'Netzwerkdrucker'],
  ['tls:192.168.1.50:9143', 'SHA-256 1F:2E', 'SHA-256 1F:2E'],
  ['later:PRINTER', 'its model', 'its model'],
])('%s, of which its agent says “%s”, is “%s” in German', (id, detail, text) => {
  expect(printerDetail({ id, detail }, kinds)).toBe(text)
})

test.each([
  ['serial:COM3', 'serial'],
  ['later:PRINTER', 'other'],
  ['toString:PRINTER', 'other'],
  ['tcp', 'other'],
  [':x', 'other'],
])('%s is of the kind %s', (id, kind) => {
  expect(printerKind(id)).toBe(kind)
})
